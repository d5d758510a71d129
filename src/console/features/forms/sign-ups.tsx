/** Who signed up by a form: what became of it, and why. */
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { SignUpAnswer } from '../../../actions/forms/sign-ups.ts'
import { useForm, useFunnel, useSignUps } from '../../api/forms.ts'
import { Badge, type BadgeLook } from '../../parts/badge.tsx'
import { PageHead } from '../../parts/frame.tsx'
import type { IconName } from '../../parts/icons.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useFormats, useTexts } from '../../texts/language.tsx'
import './forms.css'

type State = SignUpAnswer['state']

const LOOKS: Record<State, { look: BadgeLook; icon: IconName }> = {
  new: { look: 'draft', icon: 'clock' },
  held: { look: 'paused', icon: 'pause' },
  waiting: { look: 'scheduled', icon: 'mail' },
  confirmed: { look: 'sent', icon: 'check' },
  expired: { look: 'plain', icon: 'clock' },
  refused: { look: 'failed', icon: 'wrong' },
  leaving: { look: 'draft', icon: 'clock' },
  left: { look: 'plain', icon: 'check' },
}

const SHOWN = ['all', 'waiting', 'confirmed', 'held', 'expired', 'refused', 'left'] as const

export function SignUpsPage() {
  const texts = useTexts('forms')
  const { id } = useParams({ from: '/forms/$id/sign-ups' })
  const form = useForm(Number(id))
  const [state, setState] = useState<(typeof SHOWN)[number]>('all')
  const query = useSignUps(Number(id), state)
  return (
    <>
      <PageHead
        title={texts.signUps}
        above={
          <Link to="/forms/$id" params={{ id }}>
            {form.data?.name.slice(0, 40) ?? texts.back}
          </Link>
        }
      />
      <div className="page">
        <Funnel formId={Number(id)} />
        <div className="toolbar">
          <Tabs<(typeof SHOWN)[number]>
            label={texts.state}
            value={state}
            choices={SHOWN.map(value => ({
              value,
              label: value === 'all' ? texts.all : texts.states[value],
            }))}
            onChange={setState}
          />
        </div>
        <PagedTable
          query={query}
          more={texts.more}
          empty={{ title: texts.noSignUps, sentence: texts.noSignUpsHint }}
          head={
            <>
              <th>{texts.address}</th>
              <th>{texts.state}</th>
              <th className="hide-s">{texts.when}</th>
              <th className="hide-s">{texts.from}</th>
            </>
          }
          row={one => <SignUpRow key={one.id} signUp={one} />}
        />
      </div>
    </>
  )
}

function SignUpRow({ signUp }: { signUp: SignUpAnswer }) {
  const texts = useTexts('forms')
  const { moment } = useFigures()
  const { email, state, reason, created, network, page, subscriberId } = signUp
  return (
    <tr>
      <td className="strong wrap">
        {subscriberId === null ? (
          <bdi>{email}</bdi>
        ) : (
          <Link to="/subscribers/$id" params={{ id: String(subscriberId) }}>
            <bdi>{email}</bdi>
          </Link>
        )}
      </td>
      <td className="wrap">
        <Badge {...LOOKS[state]}>{texts.states[state]}</Badge>
        {reason !== '' && <span className="sub">{texts.reasons[reason] ?? reason}</span>}
      </td>
      <td className="nowrap hide-s">{moment(created)}</td>
      <td className="wrap hide-s">
        {network}
        <span className="sub">
          <bdi>{page}</bdi>
        </span>
      </td>
    </tr>
  )
}

function Funnel({ formId }: { formId: number }) {
  const texts = useTexts('forms')
  const { number } = useFormats()
  const { data } = useFunnel(formId)
  if (!data) return null
  const reasons = data.reasons.filter(({ reason }) => reason !== '')
  return (
    <section className="stack">
      <h2>{texts.funnel}</h2>
      <dl className="form-funnel">
        <div>
          <dt>{texts.signedUp}</dt>
          <dd>{number(data.signedUp)}</dd>
        </div>
        <div>
          <dt>{texts.emailed}</dt>
          <dd>{number(data.mailed)}</dd>
        </div>
        <div>
          <dt>{texts.confirmed}</dt>
          <dd>{number(data.confirmed)}</dd>
        </div>
      </dl>
      {reasons.length > 0 && (
        <p className="soft">
          {texts.why}:{' '}
          {reasons
            .map(({ reason, people }) => `${number(people)} ${texts.reasons[reason] ?? reason}`)
            .join(' · ')}
        </p>
      )}
    </section>
  )
}
