/** The settings of imports, and of downloads that callers name. */
import { entry } from './entry.ts'
import { allowedPlaces, bytesUpTo, wholeNumber } from './values.ts'

/** For files and for receivers of webhooks. */
export const fetchSettings = {
  allow: entry(
    'FETCH_ALLOW',
    'hosts and networks',
    '',
    'Hosts, addresses or networks that may be connected to although they are not public, ' +
      'separated by commas.',
    allowedPlaces,
  ),
}

export const importSettings = {
  maxBytes: entry(
    'IMPORT_MAX_BYTES',
    'size',
    '2 GB',
    'The largest file that is imported, packed or unpacked.',
    bytesUpTo(1024 ** 4, '1024 GB'),
  ),
  wait: entry(
    'IMPORT_WAIT',
    'seconds',
    '25',
    'How long InsertCsvSubscribersFromFileCustom waits for its import before it answers the ' +
      'number so far.',
    wholeNumber(0, 3600),
  ),
  keepDays: entry(
    'IMPORT_KEEP_DAYS',
    'days',
    '30',
    'How long an import can be undone, and its file and its rejected rows are kept.',
    wholeNumber(1, 3650),
  ),
}
