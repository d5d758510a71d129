/** The settings of the process: roles, logging, and shutdown. */
import { entry } from './entry.ts'
import { oneOf, wholeNumber } from './values.ts'

export const processSettings = {
  roles: entry(
    'ROLES',
    'all, web or worker',
    'all',
    'What this process does: answer calls (web), the work behind them (worker), or both.',
    oneOf('all', 'web', 'worker'),
  ),
  logLevel: entry(
    'LOG_LEVEL',
    'word',
    'info',
    'How much is logged: fatal, error, warn, info, debug, trace, or silent.',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
  logFormat: entry(
    'LOG_FORMAT',
    'auto, json or text',
    'auto',
    'The format of log lines: JSON for programs, or text for people; auto uses text on a terminal.',
    oneOf('auto', 'json', 'text'),
  ),
  stopDelay: entry(
    'STOP_DELAY',
    'seconds',
    '3',
    'How long a stopping service still accepts calls, while /readyz answers 503 and each ' +
      'response closes its connection. ' +
      'With 0, at Ctrl-C on a terminal, and when nobody has called for a minute, it takes none ' +
      'from then on.',
    wholeNumber(0, 600),
  ),
  stopTimeout: entry(
    'STOP_TIMEOUT',
    'seconds',
    '50',
    'Time limit of a stop. Unfinished steps are logged, and the process ends by SIGKILL.',
    wholeNumber(1, 3600),
  ),
}
