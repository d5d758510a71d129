/**
 * DKIM signatures, judged by two independent verifiers: mailauth, and Debian's python3-dkim where
 * it is installed.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import type { ApiClient } from '../console-api/api-setup.ts'

/** Texts of TXT records by name. */
type DkimRecords = ReadonlyMap<string, string>

const PYTHON = '/usr/bin/python3'

const VERIFY = `
import sys, json, base64, dkim
first = json.loads(sys.stdin.readline())
records = {(name + '.').encode(): text.encode() for name, text in first.items()}
out = []
for line in sys.stdin:
    email = base64.b64decode(line)
    results = []
    for index in range(2):
        verifier = dkim.DKIM(email)
        try:
            ok = verifier.verify(index, dnsfunc=lambda name, timeout=5: records.get(name))
        except Exception as error:
            ok = repr(error)
        results.append('%s %s' % (verifier.signature_fields.get(b'a', b'').decode(), \
'pass' if ok is True else ok))
    out.append(sorted(results))
print(json.dumps(out))
`

export const BOTH_PASS = ['ed25519-sha256 pass', 'rsa-sha256 pass']

/** Whether the second verifier is installed. */
export const hasPythonDkim = spawnSync(PYTHON, ['-c', 'import dkim, nacl']).status === 0

/** Algorithm and result of each signature, sorted. */
export async function byMailauth(records: DkimRecords, message: Buffer): Promise<string[]> {
  const { results } = await dkimVerify(message, {
    resolver: async (name: string) => [[records.get(name) ?? '']],
  })
  return results.map(result => `${result.algo} ${result.status.result}`).sort()
}

/** The same of several emails with two signatures each. */
export function byPython(records: DkimRecords, messages: readonly Buffer[]): string[][] {
  const lines = messages.map(message => message.toString('base64'))
  const input = [JSON.stringify(Object.fromEntries(records)), ...lines].join('\n')
  return JSON.parse(execFileSync(PYTHON, ['-c', VERIFY], { input, maxBuffer: 1 << 30 }).toString())
}

/**
 * Asserts that an email has two signatures which both verifiers accept, by the records that the
 * API names.
 */
export async function assertSigned(call: ApiClient, message: Buffer): Promise<void> {
  const { body } = await call('GET', '/dkim-keys')
  const records = new Map<string, string>(
    body.items.map(({ record }: { record: { name: string; text: string } }) => [
      record.name,
      record.text,
    ]),
  )
  assert.deepEqual(await byMailauth(records, message), BOTH_PASS)
  assert.ok(hasPythonDkim || process.env.REQUIRE_ALL !== '1', 'this machine lacks python3-dkim')
  if (hasPythonDkim) assert.deepEqual(byPython(records, [message]), [BOTH_PASS])
}
