/** The checks of the installation, each with its remedy; the worst first. */
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { useChecks } from './calls.ts'
import { useDoctorWords, useSystemTexts } from './words.ts'

const LOOKS = {
  bad: ['failed', 'wrong'],
  warn: ['confirm', 'alert'],
  ok: ['sent', 'check'],
} as const

export function ChecksTab() {
  const texts = useSystemTexts()
  const said = useDoctorWords()
  const checks = useChecks()
  const again = () => void checks.refetch()
  if (!checks.data)
    return checks.error ? (
      <Failure error={checks.error} onRetry={again} />
    ) : (
      <LoadingRows onRetry={again} />
    )
  const rank = Object.keys(LOOKS)
  const found = [...checks.data].sort(
    (one, other) => rank.indexOf(one.state) - rank.indexOf(other.state),
  )
  return (
    <div className="stack wide">
      <div className="row">
        <p className="soft">{texts.checksHint}</p>
        <span className="push">
          <Button icon={<Icon name="refresh" />} onClick={again} busy={checks.isFetching}>
            {texts.checkAgain}
          </Button>
        </span>
      </div>
      <ul className="system-checks">
        {found.map(({ check, state, says, code, values, todo, remedy }) => (
          <li key={`${check} ${says}`}>
            <Badge look={LOOKS[state][0]} icon={LOOKS[state][1]}>
              {texts.states[state]}
            </Badge>
            <div>
              <b>{texts.checks[check]}</b>
              <span className="wrap">{said({ code, values, english: says })}</span>
              {remedy && (
                <span className="sub wrap">
                  <span className="sr">{texts.mend}: </span>
                  {remedy.code === 'run' ? (
                    <code>{todo}</code>
                  ) : (
                    said({ ...remedy, english: todo ?? '' })
                  )}
                </span>
              )}
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
