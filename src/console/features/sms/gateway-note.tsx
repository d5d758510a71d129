/** A note where no telephone gets an SMS; to who runs the installation, where to change it. */
import { useRight } from '../../api/session.ts'
import { useSmsGateway } from './calls.ts'
import { useSmsTexts } from './words.ts'

export function GatewayNote() {
  const texts = useSmsTexts()
  const { data: state } = useSmsGateway()
  const operates = useRight('operate')
  if (state === 'trouble') return <p className="note warn">{texts.gatewayTrouble}</p>
  if (state !== 'none') return null
  return <p className="note">{operates ? texts.noGatewayOperator : texts.noGateway}</p>
}
