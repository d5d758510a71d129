/** The versions of a template, each of which can be the newest again. */
import './templates.css'
import type { TemplateAnswer } from '../../../actions/templates/templates.ts'
import { useRight } from '../../api/session.ts'
import { useChangeTemplate } from '../../api/templates.ts'
import { Button } from '../../parts/button.tsx'
import { Failure } from '../../parts/states.tsx'
import { useFormats, useTexts } from '../../texts/language.tsx'

export function TemplateVersions(props: {
  template: TemplateAnswer
  onRestored?(answer: TemplateAnswer): void
}) {
  const { template, onRestored } = props
  const texts = useTexts('templates')
  const formats = useFormats()
  const mayChange = useRight('content')
  const restore = useChangeTemplate()
  return (
    <>
      <h2>{texts.versions}</h2>
      {restore.error && <Failure error={restore.error} />}
      <ul className="plain">
        {template.versions.map(({ version, created }) => (
          <li key={version} className="version-line">
            <span>
              {version} <span className="sub">{formats.time(created)}</span>
            </span>
            {mayChange && version !== template.version && (
              <Button
                busy={restore.isPending}
                onClick={() =>
                  restore.mutate(
                    { id: template.id, source: { kind: 'version', version } },
                    { onSuccess: onRestored },
                  )
                }
              >
                {texts.restore(version)}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
