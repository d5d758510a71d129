/** The client for PHP: a class for each noun. */
import type { ClientNoun, ClientOperation } from './operations.ts'

export function phpFiles(nouns: ClientNoun[]): Record<string, string> {
  return {
    'composer.json': COMPOSER,
    'src/Pennypost.php': mainClass(nouns),
    ...Object.fromEntries(nouns.map(one => [`src/${className(one)}.php`, nounClass(one)])),
  }
}

const COMPOSER = `${JSON.stringify(
  {
    name: 'pennypost/client',
    description: 'Client of the JSON API of Pennypost',
    license: 'MIT',
    require: { php: '>=8.1', 'ext-json': '*' },
    autoload: { 'psr-4': { 'Pennypost\\\\': 'src/' } },
  },
  null,
  4,
).replaceAll('\\\\\\\\', '\\\\')}\n`

const HEAD = `<?php

declare(strict_types=1);

namespace Pennypost;
`

/** Some nouns are words of the language. */
const className = ({ noun }: ClientNoun): string =>
  `${noun.charAt(0).toUpperCase()}${noun.slice(1)}Api`

const mainClass = (nouns: ClientNoun[]): string => `${HEAD}
final class Pennypost
{
${nouns.map(one => `    public readonly ${className(one)} $${one.noun};`).join('\n')}

    /** \`$url\`: where the service is; \`$key\`: an API key. */
    public function __construct(string $url, string $key, float $timeoutSeconds = 30.0)
    {
        $connection = new Connection($url, $key, $timeoutSeconds);
${nouns.map(one => `        $this->${one.noun} = new ${className(one)}($connection);`).join('\n')}
    }
}
`

const nounClass = (noun: ClientNoun): string => `${HEAD}
final class ${className(noun)}
{
    public function __construct(private readonly Connection $connection)
    {
    }
${noun.operations.map(methodOf).join('')}}
`

const bodyParameter = (body: NonNullable<ClientOperation['body']>): string =>
  body === 'file' ? 'string $body' : `array $body${body.needed ? '' : ' = []'}`

function methodOf({
  verb,
  method,
  path,
  about,
  places,
  body,
  query,
  answer,
}: ClientOperation): string {
  const given = [
    ...places.map(({ name }) => `int|string $${name}`),
    ...(body === undefined ? [] : [bodyParameter(body)]),
    ...(query ? ['array $query = []'] : []),
    ...(method === 'POST' ? ['?string $idempotencyKey = null'] : []),
  ]
  const url = path
    .split(/\{(\w+)\}/)
    .map((part, i) => (i % 2 === 0 ? `'${part}'` : `rawurlencode((string) $${part})`))
  const parts = [
    ...(body === undefined ? [] : ['body: $body']),
    ...(query ? ['query: $query'] : []),
    ...(method === 'POST' ? ['idempotencyKey: $idempotencyKey'] : []),
  ]
  const called = [`'${method}'`, url.filter(part => part !== "''").join(' . '), ...parts].join(', ')
  const kind = answer === undefined ? 'void' : answer === 'file' ? 'string' : 'array'
  return `
    /** ${about.replaceAll('*/', '* /')} */
    public function ${verb}(${given.join(', ')}): ${kind}
    {
        ${kind === 'void' ? '' : 'return '}$this->connection->call(${called});
    }
`
}
