/** A port that can't be listened on, in a sentence that names the setting to change. */
import { WrongSetting } from './given.ts'

/** Rejects with a sentence when the address can't be listened on. */
export function cantListenAt(
  { host, port }: { host: string; port: number },
  hostName = 'HOST',
  portName = 'PORT',
) {
  const sentences: Record<string, string> = {
    EADDRINUSE:
      `Port ${port} of ${host} is in use by another program: stop it, or set ${portName} to ` +
      'another number.',
    EACCES: `Port ${port} may not be used by this user: set ${portName} to a number above 1023.`,
    EADDRNOTAVAIL: `${hostName} is ${host}, which is no address of this machine.`,
    ENOTFOUND: `${hostName} is ${host}, which is no address of this machine.`,
  }
  return (error: NodeJS.ErrnoException): never => {
    const sentence = sentences[error.code ?? '']
    throw sentence === undefined ? error : new WrongSetting(sentence, { cause: error })
  }
}
