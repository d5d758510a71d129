/** Turns of the workers of this process, those in the thread of imports too. */
import { Counter, Gauge, Registry, Summary } from 'prom-client'
import { workTurns } from '../lib/telemetry.ts'

export const workRegistry = new Registry()
const registers = [workRegistry]
const labelNames = ['worker']

const turns = new Counter({
  name: 'pennypost_work_turns_total',
  help: 'Turns of a worker: done, more (there was more to do at once), failed (tried again after a pause).',
  labelNames: ['worker', 'outcome'],
  registers,
})

const seconds = new Summary({
  name: 'pennypost_work_turn_duration_seconds',
  help: 'Time that the turns of a worker took.',
  labelNames,
  percentiles: [],
  registers,
})

/** By worker, the moment on the clock of the process at which its turn began. */
const begun = new Map<string, number>()

new Gauge({
  name: 'pennypost_work_turn_in_hand_seconds',
  help: 'How long the turn that a worker has in hand takes already; 0 between turns.',
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
