/** The page of UTM parameters. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type CallAnswer, call } from '../../api/client.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { TextArea } from '../../parts/fields.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { UnreadPage } from '../../parts/unread-page.tsx'
import { useTexts } from '../../texts/language.tsx'

type UtmAnswer = CallAnswer<'GET /utm'>

const KEY = ['utm'] as const
const USUAL = 'utm_source={{ list }}\nutm_medium=email\nutm_campaign={{ newsletter }}'

export function UtmPage() {
  const texts = useTexts('utm')
  const utm = useQuery({ queryKey: KEY, queryFn: async () => await call('GET /utm') })
  if (!utm.data) return <UnreadPage title={texts.title} error={utm.error} onRetry={utm.refetch} />
  return <UtmForm saved={utm.data} />
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')

const textOf = (lines: readonly string[]): string => lines.join('\n')

function UtmForm({ saved }: { saved: UtmAnswer }) {
  const texts = useTexts('utm')
  const toast = useToast()
  const queries = useQueryClient()
  const mayChange = useRight('content')
  const [hosts, setHosts] = useState(textOf(saved.hosts))
  const [parameters, setParameters] = useState(textOf(saved.parameters))
  const save = useMutation({
    mutationFn: async (body: UtmAnswer) => await call('PATCH /utm', { body }),
    onSuccess(next) {
      queries.setQueryData(KEY, next)
      setHosts(textOf(next.hosts))
      setParameters(textOf(next.parameters))
    },
  })
  const next = { hosts: linesOf(hosts), parameters: linesOf(parameters) }
  const isChanged = JSON.stringify(next) !== JSON.stringify(saved)
  const undo = () => save.mutate(saved, { onSuccess: () => toast({ text: texts.undone }) })
  const submit = () => save.mutate(next, { onSuccess: () => toast({ text: texts.saved, undo }) })
  return (
    <>
      <PageHead
        title={texts.title}
        actions={
          mayChange && (
            <Button look="primary" busy={save.isPending || !isChanged} onClick={submit}>
              {texts.save}
            </Button>
          )
        }
      />
      <div className="page stack wide">
        <p className="soft">{texts.about}</p>
        {save.error && <Failure error={save.error} />}
        <fieldset className="plain-set stack" disabled={!mayChange}>
          <TextArea
            label={texts.hosts}
            hint={texts.hostsHint}
            value={hosts}
            onChange={setHosts}
            optional
          />
          <TextArea
            label={texts.parameters}
            hint={texts.parametersHint}
            value={parameters}
            onChange={setParameters}
            optional
          />
          {mayChange && parameters.trim() === '' && (
            <div className="row">
              <Button onClick={() => setParameters(USUAL)}>{texts.usual}</Button>
            </div>
          )}
        </fieldset>
      </div>
    </>
  )
}
