/** A call of the API in the languages that its programs are written in. */

export interface SampleCall {
  method: string
  url: string
  /** JSON, written over several lines; undefined: none. */
  body: string | undefined
}

interface CodeSample {
  language: string
  code: string
}

export const codeSamples = (call: SampleCall): CodeSample[] => [
  { language: 'curl', code: curl(call) },
  { language: 'TypeScript', code: typeScript(call) },
  { language: 'PHP', code: php(call) },
  { language: 'Python', code: python(call) },
]

const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`)

function curl({ method, url, body }: SampleCall): string {
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} -H "Authorization: Bearer $PENNYPOST_KEY"`,
    ...(body === undefined
      ? []
      : ["  -H 'Content-Type: application/json'", `  -d '${body.replaceAll("'", "'\\''")}'`]),
    `  '${url}'`,
  ]
  return lines.join(' \\\n')
}

function typeScript({ method, url, body }: SampleCall): string {
  const headers = [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the code of the reader
    '    Authorization: `Bearer ${env.PENNYPOST_KEY}`,',
    ...(body === undefined ? [] : ["    'Content-Type': 'application/json',"]),
  ]
  const given = body === undefined ? [] : [`  body: JSON.stringify(${indented(body, '  ')}),`]
  return `import { env } from 'node:process'

const answer = await fetch('${url}', {
  method: '${method}',
  headers: {
${headers.join('\n')}
  },
${given.map(line => `${line}\n`).join('')}})
if (!answer.ok) throw new Error(await answer.text())
console.log(await answer.text())`
}

function php({ method, url, body }: SampleCall): string {
  const type = body === undefined ? '' : ", 'Content-Type: application/json'"
  const content = body === undefined ? '' : "\n    'content' => $body,"
  const given = body === undefined ? '' : `$body = <<<'JSON'\n${body}\nJSON;\n`
  return `<?php
${given}$context = stream_context_create(['http' => [
    'method' => '${method}',
    'header' => ['Authorization: Bearer ' . getenv('PENNYPOST_KEY')${type}],${content}
    'ignore_errors' => true,
]]);
echo file_get_contents('${url}', false, $context);`
}

function python({ method, url, body }: SampleCall): string {
  const given = body === undefined ? '' : `body = r'''${body}'''\n`
  const data = body === undefined ? '' : ', data=body.encode()'
  const type = body === undefined ? '' : ', "Content-Type": "application/json"'
  return `import os
import urllib.request

${given}headers = {"Authorization": "Bearer " + os.environ["PENNYPOST_KEY"]${type}}
request = urllib.request.Request(
    "${url}", method="${method}"${data}, headers=headers
)
with urllib.request.urlopen(request) as answer:
    print(answer.read().decode())`
}
