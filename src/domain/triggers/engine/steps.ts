/** Executes a step of any kind for all subscribers at it, in the transaction of their walk. */
import type { Step } from '../language/definition.ts'
import { all, type Moves, type StepContext, type Walker } from './step.ts'
import { branchByFilter } from './step-branch.ts'
import { callWebhook } from './step-call.ts'
import { joinList, leaveList } from './step-lists.ts'
import { sendMessage } from './step-send.ts'
import { setValue } from './step-set.ts'
import { sendSmsStep } from './step-sms.ts'
import { waitFor, waitForTime } from './step-wait.ts'

export async function doStep(
  context: StepContext,
  step: Step,
  walkers: readonly Walker[],
): Promise<Moves> {
  switch (step.do) {
    case 'send':
      return sendMessage(context, step, walkers)
    case 'sms':
      return sendSmsStep(context, step, walkers)
    case 'set':
      return setValue(context, step, walkers)
    case 'join':
      return joinList(context, step, walkers)
    case 'leave':
      return leaveList(context, step, walkers)
    case 'call':
      return callWebhook(context, step, walkers)
    case 'wait':
      return waitForTime(context, step, walkers)
    case 'wait for':
      return waitFor(context, step, walkers)
    case 'branch':
      return branchByFilter(context, step, walkers)
    case 'end':
      return all(walkers, { to: null, way: 'end', reason: 'the walk ends here' })
  }
}
