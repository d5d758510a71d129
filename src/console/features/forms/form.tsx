/** One form: what it asks and says, beside its page. */
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { FormAnswer } from '../../../actions/forms/forms.ts'
import { ApiFailure } from '../../api/client.ts'
import { formRemoval, type SpokenLanguage, useEditForm, useForm } from '../../api/forms.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { RemovalDialog } from '../../parts/removal-dialog.tsx'
import { EmptyState, Failure } from '../../parts/states.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { UnreadPage } from '../../parts/unread-page.tsx'
import { useTexts } from '../../texts/language.tsx'
import './forms.css'
import { AskedFiles } from './asked-files.tsx'
import { FormElsewhere } from './form-elsewhere.tsx'
import { FormSettings } from './form-settings.tsx'
import { FormWordsEditor } from './form-words.tsx'
import { OptIn } from './opt-in.tsx'

export function FormPage() {
  const texts = useTexts('forms')
  const { id } = useParams({ from: '/forms/$id' })
  const form = useForm(Number(id))
  if (form.error instanceof ApiFailure && form.error.status === 404)
    return (
      <>
        <PageHead title={texts.back} />
        <EmptyState title={id} sentence={texts.notFound}>
          <Link className="btn" to="/forms">
            {texts.back}
          </Link>
        </EmptyState>
      </>
    )
  if (!form.data)
    return <UnreadPage title={texts.back} error={form.error} onRetry={() => void form.refetch()} />
  return <Builder key={id} form={form.data} />
}

function Builder({ form }: { form: FormAnswer }) {
  const texts = useTexts('forms')
  const mayChange = useRight('people')
  const mayOwn = useRight('own')
  const languages = Object.keys(form.words) as SpokenLanguage[]
  const [chosen, setLanguage] = useState<SpokenLanguage>(languages[0]!)
  const language = languages.includes(chosen) ? chosen : languages[0]!
  return (
    <>
      <PageHead
        title={form.name}
        above={<Link to="/forms">{texts.back}</Link>}
        aside={form.active ? '' : texts.closed}
        actions={
          <>
            <Link className="btn" to="/forms/$id/sign-ups" params={{ id: String(form.id) }}>
              {texts.signUps}
            </Link>
            <a className="btn" href={pathOf(form)} target="_blank" rel="noreferrer">
              {texts.open}
            </a>
          </>
        }
      />
      <div className="page form-builder">
        <div className="stack">
          <FormSettings form={form} mayChange={mayChange} />
          <FormWordsEditor
            key={`${language} ${form.wordsVersion}`}
            form={form}
            language={language}
            onLanguage={setLanguage}
            mayChange={mayChange}
          />
          <FormElsewhere form={form} mayChange={mayChange} />
          <AskedFiles form={form} mayChange={mayChange} />
          {(mayOwn || form.singleOptIn) && <OptIn form={form} mayOwn={mayOwn} />}
          {mayChange && <FormEnd form={form} />}
        </div>
        <FormPreview form={form} language={language} />
      </div>
    </>
  )
}

const pathOf = ({ address }: FormAnswer): string => new URL(address).pathname

/** Processes keep a form for two seconds. */
const AGAIN_MILLIS = 2_200

/** The page itself, which can be sent to nobody from here. */
function FormPreview({ form, language }: { form: FormAnswer; language: SpokenLanguage }) {
  const texts = useTexts('forms')
  const [width, setWidth] = useState<'wide' | 'narrow'>('wide')
  const [turn, setTurn] = useState(0)
  const state = JSON.stringify(form)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again after each change.
  useEffect(() => {
    const timer = setTimeout(() => setTurn(before => before + 1), AGAIN_MILLIS)
    return () => clearTimeout(timer)
  }, [state])
  return (
    <section className="form-preview">
      <Tabs<'wide' | 'narrow'>
        label={texts.preview}
        value={width}
        choices={(['wide', 'narrow'] as const).map(value => ({ value, label: texts[value] }))}
        onChange={setWidth}
      />
      {!form.active && <p className="soft">{texts.closedHint}</p>}
      <iframe
        key={turn}
        className={width}
        title={texts.preview}
        sandbox=""
        src={`${pathOf(form)}?lang=${language}`}
      />
    </section>
  )
}

function FormEnd({ form }: { form: FormAnswer }) {
  const texts = useTexts('forms')
  const navigate = useNavigate()
  const edit = useEditForm(form.id)
  const [asking, setAsking] = useState(false)
  return (
    <section className="stack">
      {edit.error && <Failure error={edit.error} />}
      <p className="acts">
        <Button busy={edit.isPending} onClick={() => edit.mutate({ active: !form.active })}>
          {form.active ? texts.close : texts.reopen}
        </Button>
        <Button look="danger" onClick={() => setAsking(true)}>
          {texts.remove}
        </Button>
      </p>
      {asking && (
        <RemovalDialog
          of={formRemoval(form.id)}
          title={texts.remove}
          act={texts.remove}
          said={texts.removed(form.name)}
          onRemoved={() => void navigate({ to: '/forms' })}
          onClose={() => setAsking(false)}
        >
          <p>{texts.removeWhat}</p>
        </RemovalDialog>
      )}
    </section>
  )
}
