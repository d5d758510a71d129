/** Metrics of the program's version and the disk. */
import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from 'prom-client'
import { schemaNumber } from '../db/migrate.ts'
import { programCommit, programVersion } from '../lib/build.ts'

export function addMachineGauges(registry: Registry, dataDir: string): void {
  const registers = [registry]
  new Gauge({
    name: 'pennypost_build_info',
    help: 'Always 1: the running version, its commit, and the schema it needs.',
    labelNames: ['version', 'commit', 'schema'],
    registers,
  }).set({ version: programVersion(), commit: programCommit(), schema: schemaNumber() }, 1)
  new Gauge({
    name: 'pennypost_data_dir_bytes',
    help: 'The disk of DATA_DIR: its size, and the space available to this user.',
    labelNames: ['of'],
    registers,
    async collect() {
      this.reset()
      const disk = await statfs(dataDir).catch(() => undefined)
      if (!disk) return
      this.set({ of: 'free' }, disk.bavail * disk.bsize)
      this.set({ of: 'size' }, disk.blocks * disk.bsize)
    },
  })
}
