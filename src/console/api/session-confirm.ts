/** The password again, before what cannot be undone. */
import { useMutation } from '@tanstack/react-query'
import { callApi } from './client.ts'

export const useConfirmedChange = <Answer>(change: () => Promise<Answer>) =>
  useMutation({
    async mutationFn(password: string) {
      await callApi('/session/confirmation', { method: 'POST', body: { password } })
      return change()
    },
  })
