/** Sign-up forms, and who signed up. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormAnswer } from '../../actions/forms/forms.ts'
import type { SignUpAnswer } from '../../actions/forms/sign-ups.ts'
import { allPages, type CallBody, call } from './client.ts'

const FORMS = ['forms'] as const
/** Not of the forms: changes of a form need not wait until these are read again. */
const ASKED = ['asked'] as const
/** One is asked in a minute at most, or some. */
const ASKED_MILLIS = 10_000

type SpokenTexts = NonNullable<FormAnswer['words']['en']>
export type SpokenLanguage = keyof FormAnswer['words']

export const useForms = () => useQuery({ queryKey: FORMS, queryFn: () => allPages('GET /forms') })

export const useForm = (formId: number) =>
  useQuery({
    queryKey: [...FORMS, formId],
    queryFn: async () => await call('GET /forms/:formId', { params: { formId } }),
  })

export const useFunnel = (formId: number) =>
  useQuery({
    queryKey: [...FORMS, formId, 'funnel'],
    queryFn: async () => await call('GET /forms/:formId/funnel', { params: { formId } }),
  })

export const useSignUps = (formId: number, state: SignUpAnswer['state'] | 'all') =>
  useInfiniteQuery({
    queryKey: [...FORMS, formId, 'sign-ups', state],
    queryFn: ({ pageParam: after }) =>
      call('GET /forms/:formId/sign-ups', {
        params: { formId },
        query: { after, state: state === 'all' ? undefined : state },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })

export const useProofs = (subscriberId: number) =>
  useQuery({
    queryKey: ['subscribers', subscriberId, 'proofs'],
    queryFn: async () =>
      (await call('GET /subscribers/:subscriberId/proofs', { params: { subscriberId } })).items,
  })

function useFormChange<Input, Answer>(
  change: (input: Input) => Promise<Answer>,
  changed: readonly (readonly string[])[] = [FORMS],
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => Promise.all(changed.map(queryKey => queries.invalidateQueries({ queryKey }))),
  })
}

export const useAddForm = () =>
  useFormChange((body: CallBody<'POST /forms'>) => call('POST /forms', { body }))

export const useEditForm = (formId: number) =>
  useFormChange((body: CallBody<'PATCH /forms/:formId'>) =>
    call('PATCH /forms/:formId', { params: { formId }, body }),
  )

const labelsOf = (labels: SpokenTexts['labels']): string[] =>
  Object.entries(labels)
    .filter(([, label]) => label !== '')
    .map(([field, label]) => `${field}=${label}`)

export const useSetWords = (formId: number) =>
  useFormChange(
    ({ language, labels, ...texts }: Partial<SpokenTexts> & { language: SpokenLanguage }) =>
      call('PATCH /forms/:formId/words/:language', {
        params: { formId, language },
        body: { ...texts, ...(labels && { labels: labelsOf(labels) }) },
      }),
  )

export const useDropLanguage = (formId: number) =>
  useFormChange((language: SpokenLanguage) =>
    call('DELETE /forms/:formId/words/:language', { params: { formId, language } }),
  )

export const useSetOptIn = (formId: number) =>
  useFormChange((kind: 'double' | 'single') =>
    call('PUT /forms/:formId/opt-in', { params: { formId }, body: { kind } }),
  )

/** Files that called people unconfirmed, and how far the form has asked them. */
export const useAsked = (formId: number) =>
  useQuery({
    queryKey: [...ASKED, formId],
    queryFn: async () => (await call('GET /forms/:formId/asked', { params: { formId } })).items,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ remaining }) => remaining > 0) ? ASKED_MILLIS : false,
  })

export const useAsk = (formId: number) =>
  useFormChange(
    (body: CallBody<'POST /forms/:formId/ask'>) =>
      call('POST /forms/:formId/ask', { params: { formId }, body }),
    [FORMS, ASKED],
  )

/** What is held back. */
export const useDecideHeld = () =>
  useFormChange(
    ({ formId, does }: { formId: number; does: 'release' | 'stop' }) =>
      call(`POST /forms/:formId/${does}`, { params: { formId } }),
    [FORMS, ASKED],
  )

export const formRemoval = (formId: number) => ({
  remove: () => call('DELETE /forms/:formId', { params: { formId } }),
  shown: FORMS,
})
