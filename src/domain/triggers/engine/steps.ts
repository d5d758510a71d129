/** Executes a step of any kind for all subscribers at it, in the transaction of their run. */
import { detailed } from '../../details/details.ts'
import type { Step } from '../language/definition.ts'
import { all, type Moves, type StepContext, type TriggerRun } from './step.ts'
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
  runs: readonly TriggerRun[],
): Promise<Moves> {
  switch (step.do) {
    case 'send':
      return sendMessage(context, step, runs)
    case 'sms':
      return sendSmsStep(context, step, runs)
    case 'set':
      return setValue(context, step, runs)
    case 'join':
      return joinList(context, step, runs)
    case 'leave':
      return leaveList(context, step, runs)
    case 'call':
      return callWebhook(context, step, runs)
    case 'wait':
      return waitForTime(context, step, runs)
    case 'wait for':
      return waitFor(context, step, runs)
    case 'branch':
      return branchByFilter(context, step, runs)
    case 'end':
      return all(runs, { to: null, way: 'end', reason: detailed('passed-end') })
  }
}
