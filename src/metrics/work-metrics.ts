/** Metrics of the workers' turns in this process, including the import thread. */
import { Counter, Gauge, Registry, Summary } from 'prom-client'
import { workTurns } from '../lib/telemetry.ts'

export const workRegistry = new Registry()
const registers = [workRegistry]
const labelNames = ['worker']

const turns = new Counter({
  name: 'pennypost_work_turns_total',
  help: 'Turns of a worker: done, more (work was left), failed (retried after a pause).',
  labelNames: ['worker', 'outcome'],
  registers,
})

const seconds = new Summary({
  name: 'pennypost_work_turn_duration_seconds',
  help: 'Duration of the turns of a worker.',
  labelNames,
  percentiles: [],
  registers,
})

/** By worker, when its current turn began, on the clock of the process. */
const begun = new Map<string, number>()

new Gauge({
  name: 'pennypost_work_turn_in_hand_seconds',
  help: 'Age of the current turn of a worker; 0 between turns.',
  labelNames,
  registers,
  collect() {
    for (const [worker, since] of begun)
      this.set({ worker }, since === 0 ? 0 : (performance.now() - since) / 1000)
  },
})

workTurns.subscribe(turn => {
  const { worker } = turn
  begun.set(worker, turn.phase === 'begun' ? performance.now() : 0)
  if (turn.phase === 'begun') return
  turns.inc({ worker, outcome: turn.outcome })
  seconds.observe({ worker }, turn.seconds)
})
