/** Pickers of names: newsletters with a preview, lists, filters, fields, forms, events. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/client.ts'
import { useAllFields } from '../../api/fields.ts'
import { useFilters, useNamedByRules } from '../../api/filters.ts'
import { useLists } from '../../api/lists.ts'
import { useNewsletterPreview } from '../../api/newsletter-previews.ts'
import { useBoard } from '../../api/newsletters.ts'
import { useRested } from '../../api/rested.ts'
import { useRight } from '../../api/session.ts'
import { EmailPicture } from '../../parts/email-picture.tsx'
import { type PickOption, SearchPicker } from '../../parts/search-picker.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useEvents } from '../event-sources/calls.ts'
import { zones } from '../sendings/zone-times.ts'
import { namesOf, sameName, shownName } from './names.ts'
import { usePickerTexts } from './words.ts'

export interface PickProps {
  label: string
  value: string
  mayChange: boolean
  onPick(value: string): void
}

/** The delay of the debounce of requests. */
const REST_MILLIS = 250

interface NamedNewsletter {
  id: number
  name: string
  subject?: string | undefined
}

/** `steps`: of this trigger that send, which may be meant as well. */
export function NewsletterPicker({ steps = [], ...given }: PickProps & { steps?: string[] }) {
  const texts = usePickerTexts()
  const [asked, setAsked] = useState('')
  const rested = useRested(asked, REST_MILLIS)
  const newest = useNamedByRules('newsletter', true).data ?? []
  const found = useBoard({ q: rested }).data?.pages[0]?.items ?? []
  const searched = found.map(({ id, name, subject }) => ({
    id,
    name: name || subject,
    subject: name === subject ? undefined : subject,
  }))
  const rows = new Map<number, NamedNewsletter>()
  for (const row of [...newest, ...searched]) rows.set(row.id, row)
  const named = namesOf([...rows.values()], given.value, ({ subject }) => subject)
  const isFound = (id: number) => rested === '' || searched.some(row => row.id === id)
  const inSteps = steps
    .filter(key => key.toLowerCase().includes(asked.toLowerCase()))
    .map(key => ({ value: key, label: key, detail: texts.byTrigger, id: undefined }))
  const all = [...inSteps, ...named]
  return (
    <SearchPicker
      {...given}
      search={texts.search}
      nothing={texts.nothing}
      shown={given.value === '' ? texts.choose : shownName(all, given.value)}
      options={[...inSteps, ...named.filter(({ id }) => isFound(id))]}
      filtered={false}
      onAsk={setAsked}
      about={({ id, label }) => id !== undefined && <Preview id={id} name={label} />}
    />
  )
}

function Preview({ id, name }: { id: number; name: string }) {
  const texts = usePickerTexts()
  const rested = useRested(id, REST_MILLIS)
  const { data } = useNewsletterPreview(rested, '', true)
  return (
    <div className="picked-preview">
      <EmailPicture
        title={texts.preview(name)}
        html={rested === id ? data?.html : undefined}
        onSeen={() => {}}
      />
    </div>
  )
}

function NamedPicker(
  given: PickProps & {
    options: readonly PickOption[]
    hint?: string | undefined
    /** Stands in the field without a value. */
    empty?: string | undefined
    onAsk?(asked: string): void
  },
) {
  const texts = usePickerTexts()
  const { value, options, empty = texts.choose, ...rest } = given
  return (
    <SearchPicker
      {...rest}
      search={texts.search}
      nothing={texts.nothing}
      value={value}
      shown={value === '' ? empty : shownName(options, value)}
      options={options}
    />
  )
}

export function ListPicker(given: PickProps) {
  const texts = usePickerTexts()
  const { number } = useFigures()
  const { data = [] } = useLists()
  const options = namesOf(data, given.value, ({ subscribers }) => texts.people(number(subscribers)))
  return <NamedPicker {...given} options={options} />
}

/** With the words of each. */
export function FilterPicker(given: PickProps) {
  const { data = [] } = useFilters()
  const options = namesOf(data, given.value, ({ where }) => where)
  const chosen = options.find(({ value }) => value === given.value)
  return <NamedPicker {...given} options={options} hint={chosen?.detail} />
}

export function FormPicker(given: PickProps) {
  const { data = [] } = useNamedByRules('form', true)
  return <NamedPicker {...given} options={namesOf(data, given.value)} />
}

/** By the name that the account gave it; `none`: the choice of no field, written as nothing. */
export function FieldPicker({ none, ...given }: PickProps & { none?: string }) {
  const { data = [] } = useAllFields()
  const [asked, setAsked] = useState('')
  // An unused field is offered when its number is searched for.
  const isMeant = (field: string, name: string) =>
    [given.value, asked].some(one => sameName(one, field) || sameName(one, name))
  const fields = data
    .filter(({ inUse, activated, field, name }) => (inUse && activated) || isMeant(field, name))
    .map(({ field, name }) => ({
      value: sameName(given.value, field) || name === '' ? field : name,
      label: name === '' ? field : name,
      detail: name === '' || name === field ? undefined : field,
    }))
  const known = fields.map(one =>
    sameName(one.value, given.value) ? { ...one, value: given.value } : one,
  )
  const options = none === undefined ? known : [{ value: '', label: none }, ...known]
  return <NamedPicker {...given} options={options} empty={none} onAsk={setAsked} />
}

/** `written`: of members without the right to see the webhooks of the account. */
export function WebhookPicker({ written, ...given }: PickProps & { written: ReactNode }) {
  const maySee = useRight('own')
  const { data = [] } = useQuery({
    queryKey: ['webhooks', 'names'],
    queryFn: async () => (await call('GET /webhooks')).items,
    enabled: maySee,
    staleTime: 60_000,
  })
  if (!maySee) return written
  const options = data.map(({ name, url }) => ({
    value: sameName(name, given.value) ? given.value : name,
    label: name,
    detail: url,
  }))
  return <NamedPicker {...given} options={options} />
}

/** Of those that programs have posted; any other name may be typed as well. */
export function EventPicker(given: PickProps) {
  const texts = usePickerTexts()
  const { moment } = useFigures()
  const { data = [] } = useEvents()
  const [asked, setAsked] = useState('')
  const seen = data.map(({ name, last }) => ({
    value: name,
    label: name,
    detail: last === null ? texts.eventNever : texts.eventLast(moment(last)),
  }))
  const isNew = asked !== '' && !seen.some(({ value }) => value === asked)
  const matching = seen.filter(({ label }) => label.includes(asked))
  const options = isNew ? [...matching, { value: asked, label: texts.eventNew(asked) }] : matching
  return (
    <SearchPicker
      {...given}
      search={texts.search}
      nothing={texts.nothing}
      shown={given.value === '' ? texts.choose : given.value}
      options={options}
      filtered={false}
      onAsk={setAsked}
    />
  )
}

export function ZonePicker(given: PickProps) {
  const options = zones().map(zone => ({
    value: sameName(zone, given.value) ? given.value : zone,
    label: zone,
  }))
  return <NamedPicker {...given} options={options} />
}
