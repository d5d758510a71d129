/** The settings of the process itself: what it does, what it logs, and how it stops. */
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
    'How log lines look: JSON for programs, or text for people; auto takes text on a terminal.',
    oneOf('auto', 'json', 'text'),
  ),
  stopDelay: entry(
    'STOP_DELAY',
    'seconds',
    '3',
    'How long a service that is told to stop still takes calls, while /readyz says 503 and each answer asks for a new connection. ' +
      'With 0, and at Ctrl-C on a terminal, it takes none from then on.',
    wholeNumber(0, 600),
  ),
  stopTimeout: entry(
    'STOP_TIMEOUT',
    'seconds',
    '50',
    'How long a stop may take in all. What is not done by then is left behind and logged, and the process ends by SIGKILL.',
    wholeNumber(1, 3600),
  ),
}
