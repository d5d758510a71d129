/** The documents of the service, which contain the URL that the client used; cached by that URL. */
import { groups, operationsServed, type ServedOperations } from '../contract/index.ts'
import { help, methodNotFound, operationPage } from './help.ts'
import type { OwnValues } from './own-values.ts'
import { disco, wsdl } from './wsdl.ts'

export interface Documents {
  wsdl(url: string): string
  disco(url: string): string
  help(url: string, own?: OwnValues): string
  /** Undefined if there is no such operation. `local`: the request came from this machine. */
  operationPage(url: string, name: string, local: boolean, own?: OwnValues): string | undefined
  methodNotFound(url: string, name: string): string
}

export interface DocumentsOptions {
  namespace: string
  serviceName: string
  operations?: ServedOperations
}

const GROUP_TITLES: Record<keyof typeof groups, string> = {
  subscribers: 'Subscribers',
  lists: 'Mailing lists',
  imports: 'Imports',
  transactions: 'Transactional email',
  sms: 'SMS',
  reports: 'Reports',
  newsletters: 'Newsletters and account',
  additions: 'Additions',
}

const titledGroups = (served: ServedOperations) =>
  Object.entries(groups)
    .filter(([name]) => served === 'all' || name !== 'additions')
    .map(([name, operations]) => ({
      title: GROUP_TITLES[name as keyof typeof groups],
      operations,
    }))

/** The client chooses the Host header, so the cache is bounded. */
const MOST_KEPT = 16

export function createDocuments({
  namespace,
  serviceName,
  operations = 'all',
}: DocumentsOptions): Documents {
  const served = operationsServed(operations)
  const factsOf = (url: string) => ({ namespace, serviceName, url })
  const list = kept(url => help(titledGroups(operations), factsOf(url)))
  return {
    wsdl: kept(url => wsdl(served, factsOf(url))),
    disco: url => disco(factsOf(url)),
    help: (url, own) =>
      own === undefined || own.query === ''
        ? list(url)
        : help(titledGroups(operations), factsOf(url), own),
    operationPage(url, name, local, own) {
      const operation = Object.hasOwn(served, name) ? served[name] : undefined
      return operation && operationPage(name, operation, factsOf(url), local, own)
    },
    methodNotFound: (url, name) => methodNotFound(name, factsOf(url)),
  }
}

function kept(make: (url: string) => string): (url: string) => string {
  const texts = new Map<string, string>()
  return url => {
    const known = texts.get(url)
    if (known !== undefined) return known
    const text = make(url)
    if (texts.size >= MOST_KEPT) texts.delete(texts.keys().next().value!)
    texts.set(url, text)
    return text
  }
}
