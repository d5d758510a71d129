/** The library of pictures. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { MediaAnswer } from '../../../actions/media/media.ts'
import { ApiFailure, call, problemOf } from '../../api/client.ts'

const MEDIA = ['media'] as const

export const useMedia = (q: string) =>
  useInfiniteQuery({
    queryKey: [...MEDIA, q],
    queryFn: ({ pageParam: after }) =>
      call('GET /media', { query: { limit: 60, q: q || undefined, after } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })

export const useMediaUses = (id: string | undefined) =>
  useQuery({
    queryKey: [...MEDIA, 'uses', id],
    queryFn: async () =>
      (await call('GET /media/:pictureId/uses', { params: { pictureId: id! } })).items,
    enabled: id !== undefined,
  })

function useMediaChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: MEDIA }),
  })
}

export const useEditMedia = () =>
  useMediaChange(({ id, ...body }: { id: string; alt: string; name: string }) =>
    call('PATCH /media/:pictureId', { params: { pictureId: id }, body }),
  )

export const pictureRemoval = (pictureId: string) => ({
  remove: () => call('DELETE /media/:pictureId', { params: { pictureId } }),
  shown: MEDIA,
})

/** A copy with a play mark, for a video. */
export const useDrawPlay = () =>
  useMediaChange((id: string) => call('POST /media/:pictureId/play', { params: { pictureId: id } }))

export interface PictureUpload {
  file: File
  alt: string
  /** 0 to 1. */
  onProgress(share: number): void
}

/** By XMLHttpRequest, which alone reports the progress of an upload. */
export const useUploadPicture = () =>
  useMediaChange(
    ({ file, alt, onProgress }: PictureUpload) =>
      new Promise<MediaAnswer>((done, failed) => {
        const query = new URLSearchParams({ name: file.name.slice(0, 200), alt })
        const request = new XMLHttpRequest()
        request.open('POST', `/api/v1/media?${query}`)
        request.setRequestHeader('X-Pennypost-Console', '1')
        request.setRequestHeader('Content-Type', 'application/octet-stream')
        request.upload.onprogress = event => {
          if (event.lengthComputable) onProgress(event.loaded / event.total)
        }
        request.onload = () => {
          const { status, responseText } = request
          if (status < 300) done(JSON.parse(responseText))
          else failed(new ApiFailure(status, problemOf(responseText)))
        }
        request.onerror = () => failed(new TypeError('no answer'))
        request.send(file)
      }),
  )
