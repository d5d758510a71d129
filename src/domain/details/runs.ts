/** Why an import, a batch of transactions or a bulk job waits or has failed. */
import type { DetailValues } from '../../lib/sentences.ts'

export const runDetails = {
  'run-tried': ({ tries }: DetailValues<'tries'>) => `It was tried ${tries} times.`,
  'run-deaths': ({ times }: DetailValues<'times'>) =>
    `It was begun ${times} times and the worker died each time without progress. Check the ` +
    'file, and import it again.',
  'run-fault': () => 'Something failed inside; the log of the service has the rest.',
  'store-full': () => 'The store has no room. It continues when there is room again.',
  'disk-full': () => 'The disk of the service has no room. It continues when there is room again.',
  'list-gone': () => 'The mailing list was deleted.',
  'list-removed': ({ list }: DetailValues<'list'>) => `List ${list} was removed.`,
  'url-sealed': () => 'Its URL is encrypted with another secret key. Import it again.',
  'file-changed': () =>
    'The file was downloaded again to continue, and is not the one that the import began with. ' +
    'Import it again.',
  'batch-changed': ({ queued }: DetailValues<'queued'>) =>
    'The file was fetched again to go on, and is not the one that the batch began with. ' +
    `${queued} of its emails are queued.`,
  'fields-inactive': () => 'The file has more data fields than the account has activated.',
  'rows-none': () => 'The file holds no rows.',
  'rows-unusable': ({ rows, reasons }: DetailValues<'rows' | 'reasons'>) =>
    `No row of ${rows} could be used (${reasons}).`,
  'transactions-none': () => 'The file holds no transactions.',
  'upload-cut': () => 'The upload was cut off.',
  'upload-part': () => 'The file did not arrive completely. Import it again.',
  'never-started': () => 'It was never started.',
  'never-sent': ({ seconds }: DetailValues<'seconds'>) =>
    `The server sent nothing of the file within ${seconds} s; the import was cancelled.`,
  'file-unnamed': () => 'Give the address of the file.',
}
