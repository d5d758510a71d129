/** Quiet hours: of the whole account, and of lists that have their own. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type CallAnswer, call } from '../../api/client.ts'
import { useFields } from '../../api/fields.ts'
import { useLists } from '../../api/lists.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { UnreadPage } from '../../parts/unread-page.tsx'
import { zoneHere, zones } from '../../shared/sendings/zone-times.ts'
import { useTexts } from '../../texts/language.tsx'

type Rules = CallAnswer<'GET /quiet-hours'>
type Hours = NonNullable<Rules['account']>
type Kind = 'hours' | 'any' | 'account'

interface Rule {
  kind: Kind
  hours: Hours
}

const KEY = ['quiet-hours'] as const
const ACCOUNT = ''
const USUAL = (): Hours => ({ from: '22:00', until: '08:00', zone: zoneHere(), zoneField: null })

/** Of the account, or of a list by its id. */
function ruleOf({ account, lists }: Rules, of: string): Rule {
  if (of === ACCOUNT) return { kind: account ? 'hours' : 'any', hours: account ?? USUAL() }
  const own = lists.find(({ id }) => String(id) === of)
  if (!own) return { kind: 'account', hours: account ?? USUAL() }
  return { kind: own.hours ? 'hours' : 'any', hours: own.hours ?? account ?? USUAL() }
}

async function saveRule({ of, rule: { kind, hours } }: { of: string; rule: Rule }) {
  const { zoneField, ...rest } = hours
  const body = { ...rest, ...(zoneField !== null && { zoneField }) }
  if (of === ACCOUNT)
    return kind === 'hours'
      ? await call('PUT /quiet-hours', { body })
      : await call('DELETE /quiet-hours')
  const params = { listId: Number(of) }
  if (kind === 'account') return await call('DELETE /lists/:listId/quiet-hours', { params })
  return await call('PUT /lists/:listId/quiet-hours', {
    params,
    body: kind === 'any' ? { anyHour: true } : body,
  })
}

export function QuietHoursPage() {
  const texts = useTexts('quietHours')
  const rules = useQuery({ queryKey: KEY, queryFn: async () => await call('GET /quiet-hours') })
  const [of, setOf] = useState(ACCOUNT)
  if (!rules.data)
    return <UnreadPage title={texts.title} error={rules.error} onRetry={rules.refetch} />
  const key = `${of} ${JSON.stringify(ruleOf(rules.data, of))}`
  return <OneRule key={key} rules={rules.data} of={of} onOf={setOf} />
}

function OneRule(props: { rules: Rules; of: string; onOf(of: string): void }) {
  const texts = useTexts('quietHours')
  const toast = useToast()
  const queries = useQueryClient()
  const mayChange = useRight('people')
  const lists = useLists().data ?? []
  const fields = useFields().data ?? []
  const { rules, of, onOf } = props
  const saved = ruleOf(rules, of)
  const [rule, setRule] = useState(saved)
  const save = useMutation({
    mutationFn: saveRule,
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  })
  const { kind, hours } = rule
  const set = (some: Partial<Hours>) => setRule({ kind, hours: { ...hours, ...some } })
  const isChanged = JSON.stringify(rule) !== JSON.stringify(saved)
  const isWhole = kind !== 'hours' || (hours.from !== '' && hours.until !== '')
  const undo = () =>
    save.mutate({ of, rule: saved }, { onSuccess: () => toast({ text: texts.undone }) })
  const submit = () =>
    save.mutate({ of, rule }, { onSuccess: () => toast({ text: texts.saved, undo }) })
  const kinds: { value: Kind; label: string }[] = [
    ...(of === ACCOUNT ? [] : [{ value: 'account' as const, label: texts.asAccount }]),
    { value: 'any', label: texts.anyHour },
    { value: 'hours', label: texts.hours },
  ]
  return (
    <>
      <PageHead
        title={texts.title}
        actions={
          mayChange && (
            <Button look="primary" busy={save.isPending || !isChanged || !isWhole} onClick={submit}>
              {texts.save}
            </Button>
          )
        }
      />
      <div className="page stack wide">
        <p className="soft">{texts.about}</p>
        {save.error && <Failure error={save.error} />}
        <div className="narrow-page stack">
          <SelectField
            label={texts.of}
            value={of}
            choices={[
              { value: ACCOUNT, label: texts.account },
              ...lists.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={onOf}
          />
          <fieldset className="plain-set stack" disabled={!mayChange}>
            <SelectField
              label={texts.when}
              value={kind}
              choices={kinds}
              onChange={value => setRule({ kind: value, hours })}
            />
            {kind === 'hours' && (
              <>
                <div className="row">
                  <TextField
                    type="time"
                    label={texts.from}
                    value={hours.from}
                    onChange={from => set({ from })}
                  />
                  <TextField
                    type="time"
                    label={texts.until}
                    value={hours.until}
                    onChange={until => set({ until })}
                  />
                </div>
                <SelectField
                  label={texts.zone}
                  value={hours.zone}
                  choices={[...new Set([hours.zone, ...zones()])].map(name => ({
                    value: name,
                    label: name,
                  }))}
                  onChange={zone => set({ zone })}
                />
                <SelectField
                  label={texts.zoneField}
                  value={String(hours.zoneField ?? '')}
                  choices={[
                    { value: '', label: texts.noField },
                    ...fields.map(({ number, name }) => ({ value: String(number), label: name })),
                  ]}
                  onChange={value => set({ zoneField: value === '' ? null : Number(value) })}
                />
              </>
            )}
          </fieldset>
        </div>
        <AllRules rules={rules} fields={fields} />
      </div>
    </>
  )
}

function AllRules(props: { rules: Rules; fields: readonly { number: number; name: string }[] }) {
  const texts = useTexts('quietHours')
  const { rules, fields } = props
  const said = (hours: Hours | null) => {
    if (!hours) return texts.anyHour
    const { from, until, zone, zoneField } = hours
    const field = fields.find(({ number }) => number === zoneField)?.name ?? `DD${zoneField}`
    return texts.rule(from, until, zoneField === null ? zone : texts.inField(field, zone))
  }
  return (
    <section>
      <div className="sech">
        <h2>{texts.now}</h2>
        <p>{texts.narrowest}</p>
      </div>
      <dl className="facts narrow-page">
        <div>
          <dt>{texts.account}</dt>
          <dd className="wrap">{said(rules.account)}</dd>
        </div>
        {rules.lists.map(({ id, name, hours }) => (
          <div key={id}>
            <dt className="wrap">
              <bdi>{name}</bdi>
            </dt>
            <dd className="wrap">{said(hours)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
