/** The condition of a step, built as that of a filter; also on values of the event it began by. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { useRested } from '../../api/rested.ts'
import { ConditionRules } from '../conditions/condition-rules.tsx'
import { usePickerTexts } from './words.ts'

/** Typing asks for nothing, and writes nothing, before it rests so long. */
const REST_MILLIS = 400
/** As conditions name values: those of lists have no place there. */
const CONDITION_PATH =
  /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_-]*(?:\.[\p{L}\p{N}_][\p{L}\p{M}\p{N}_-]*)*$/u

export function ConditionPicker(props: {
  label: string
  value: string
  /** The event that the trigger starts by; its values are offered. */
  event: string | undefined
  mayChange: boolean
  /** Stands there where the condition can't be read. */
  written: ReactNode
  onPick(value: string): void
}) {
  const { label, value, event, mayChange, written, onPick } = props
  const texts = usePickerTexts()
  const [where, setWhere] = useState(value)
  const picked = useRef(value)
  useEffect(() => {
    // The own change comes back while the next one is built.
    if (value !== picked.current) setWhere(value)
    picked.current = value
  }, [value])
  const rested = useRested(where, REST_MILLIS)
  const events = event !== undefined
  const read = useQuery({
    queryKey: ['filters', 'rules', events, rested],
    queryFn: async () =>
      (await call('POST /filters/rules', { body: { where: rested, events } })).rules,
    enabled: rested.trim() !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  const values = useEventValues(event)
  const write = (next: string) => {
    if (next === value || next.trim() === '') return
    picked.current = next
    onPick(next)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only own changes are written
  useEffect(() => {
    if (rested === where) write(rested)
  }, [rested])
  const isRead = rested === where && !read.isPlaceholderData
  if (read.error && isRead)
    return (
      <>
        <p className="soft small">{texts.conditionInText}</p>
        {written}
      </>
    )
  return (
    <fieldset className="field condition-picker" onBlur={() => write(where)}>
      <legend>{label}</legend>
      <ConditionRules
        rules={isRead ? read.data : undefined}
        eventValues={values}
        where={where}
        mayChange={mayChange}
        onRetry={read.isLoading ? () => void read.refetch() : undefined}
        onWhere={setWhere}
      />
    </fieldset>
  )
}

function useEventValues(name: string | undefined) {
  const { data } = useQuery({
    queryKey: ['events', name, 'values'],
    queryFn: async () =>
      (await call('GET /events/:name/values', { params: { name: name! } })).items,
    enabled: name !== undefined && name !== '',
    retry: false,
  })
  return data?.filter(({ path, kind }) => kind !== 'list' && CONDITION_PATH.test(path))
}
