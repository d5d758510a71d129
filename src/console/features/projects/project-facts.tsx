/** The newsletters of a project, and the rules of its emails. */
import { Link } from '@tanstack/react-router'
import { CopyText } from '../../parts/copy-text.tsx'
import { useFigures } from '../../texts/figures.ts'
import type { ShownResults, useProject } from './calls.ts'
import { useProjectTexts } from './words.ts'

type Project = NonNullable<ReturnType<typeof useProject>['data']>

export function ProjectFacts(props: {
  project: Project
  newsletters: ShownResults['newsletters']
}) {
  const texts = useProjectTexts()
  const { day } = useFigures()
  const { project, newsletters } = props
  return (
    <div className="project-facts">
      {newsletters.length > 0 && (
        <section className="sec" aria-labelledby="project-newsletters">
          <div className="sech">
            <h2 id="project-newsletters">{texts.newsletters}</h2>
            <p>{texts.newslettersHint}</p>
          </div>
          <ul>
            {newsletters.map(({ newsletterId, newsletterVersion, since }) => (
              <li key={`${newsletterId} ${newsletterVersion}`}>
                <Link to="/newsletters/$id" params={{ id: String(newsletterId) }}>
                  {texts.newsletter(newsletterId, newsletterVersion)}
                </Link>{' '}
                <span className="soft">{texts.since(day(since))}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="sec" aria-labelledby="project-rules">
        <div className="sech">
          <h2 id="project-rules">{texts.facts}</h2>
        </div>
        <dl className="project-rules">
          <Fact name={texts.kind}>{project.marketing ? texts.marketing : texts.receipts}</Fact>
          <Fact name={texts.sender}>
            {project.fromEmail === '' ? texts.senderOfNewsletter : project.fromEmail}
          </Fact>
          <Fact name={texts.relay}>{project.route ?? texts.usualRelays}</Fact>
          <Fact name={texts.kept}>
            {project.retentionDays === null ? texts.forGood : texts.days(project.retentionDays)}
          </Fact>
          <Fact name={texts.tracking}>{project.tracking ? texts.tracked : texts.untracked}</Fact>
          <div>
            <dt>{texts.guid}</dt>
            <dd>
              <CopyText value={project.guid} copy={texts.copy} copied={texts.copied} />
            </dd>
          </div>
        </dl>
      </section>
    </div>
  )
}

const Fact = ({ name, children }: { name: string; children: string }) => (
  <div>
    <dt>{name}</dt>
    <dd className="wrap">
      <bdi>{children}</bdi>
    </dd>
  </div>
)
