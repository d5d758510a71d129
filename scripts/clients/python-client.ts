/** The client for Python: a class for each noun. */
import type { ClientNoun, ClientOperation } from './operations.ts'

export function pythonFiles(nouns: ClientNoun[], version: string): Record<string, string> {
  return { 'pyproject.toml': projectOf(version), 'pennypost_client/__init__.py': moduleOf(nouns) }
}

const projectOf = (version: string): string => `[build-system]
requires = ["setuptools>=61"]
build-backend = "setuptools.build_meta"

[project]
name = "pennypost-client"
version = "${version}"
description = "Client of the JSON API of Pennypost"
license = { text = "MIT" }
requires-python = ">=3.8"

[tool.setuptools]
packages = ["pennypost_client"]
`

const moduleOf = (nouns: ClientNoun[]): string => `"""Client of the JSON API of Pennypost."""

from .connection import Connection, PennypostError, at

__all__ = ["Pennypost", "PennypostError"]

${nouns.map(classOf).join('\n')}

class Pennypost:
    """\`url\`: where the service is; \`key\`: an API key."""

    def __init__(self, url, key, timeout_seconds=30.0):
        connection = Connection(url, key, timeout_seconds)
${nouns.map(one => `        self.${snake(one.noun)} = ${className(one)}(connection)`).join('\n')}
`

const className = ({ noun }: ClientNoun): string =>
  `_${noun.charAt(0).toUpperCase()}${noun.slice(1)}`

const classOf = (noun: ClientNoun): string => `
class ${className(noun)}:
    def __init__(self, connection):
        self._connection = connection
${noun.operations.map(methodOf).join('')}`

/** Words of the language end in an underscore, as its style guide says (PEP 8). */
const KEYWORDS = new Set(['import', 'try', 'pass', 'from', 'is', 'in', 'not', 'with', 'del'])

function snake(name: string): string {
  const made = name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
  return KEYWORDS.has(made) ? `${made}_` : made
}

function methodOf({ verb, method, path, about, places, body, query }: ClientOperation): string {
  const given = [
    'self',
    ...places.map(({ name }) => snake(name)),
    ...(body === undefined ? [] : [body === 'file' || body.needed ? 'body' : 'body=None']),
    ...(query ? ['query=None'] : []),
    ...(method === 'POST' ? ['idempotency_key=None'] : []),
  ]
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => `{at(${snake(name)})}`)
  const parts = [
    `"${method}"`,
    `${places.length > 0 ? 'f' : ''}"${url}"`,
    ...(body === undefined ? [] : ['body=body']),
    ...(query ? ['query=query'] : []),
    ...(method === 'POST' ? ['idempotency_key=idempotency_key'] : []),
  ]
  return `
    def ${snake(verb)}(${given.join(', ')}):
        """${about.replaceAll('\\', '\\\\').replaceAll('"""', "'''")}"""
        return self._connection.call(${parts.join(', ')})
`
}
