/**
 * MJML and style sheets, worked on in a process of their own: however long that takes, calls go on
 * beside it, and it ends in time.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { TemplateError } from '../../src/mail/template/merge.ts'
import { inRenderProcess, type RenderJob } from '../../src/mail/template/renderer.ts'
import { takesAtMost } from '../support/processor-time.ts'

const LENGTH = 100_000
/** Of this thread: starting a process, handing the text over and taking the answer. */
const MOST_MILLIS = 100

const body = (inside: string) => `<mjml><mj-body>${inside}</mj-body></mjml>`
const hostile: Record<string, RenderJob> = {
  'nested sections': { mjml: body('<mj-wrapper>'.repeat(LENGTH / 12)) },
  'blanks in an attribute': {
    mjml: body(`<mj-text css-class="${' '.repeat(LENGTH)}x">x</mj-text>`),
  },
  'brackets in a style': {
    mjml: `<mjml><mj-head><mj-style>${'{'.repeat(LENGTH)}</mj-style></mj-head></mjml>`,
  },
  'comments without an end': { mjml: body('<!--'.repeat(LENGTH / 4)) },
  'elements of HTML': { html: `<style>p{color:red}</style>${'<p>'.repeat(LENGTH / 3)}` },
  'a style sheet of brackets': { html: `<style>${'['.repeat(LENGTH)}</style><p>x</p>` },
  'a long selector': {
    html: `<style>${'* '.repeat(LENGTH / 2)}{color:red}</style>${'<b>'.repeat(200)}`,
  },
}

describe('the process that works on MJML and styles leaves the loop of the service free', () => {
  for (const [name, work] of Object.entries(hostile))
    test(name, () =>
      takesAtMost(MOST_MILLIS, () => inRenderProcess(1, work, 'html').catch(refused)),
    )

  test('what takes longer than it may is ended there and refused', async () => {
    const columns = '<mj-column><mj-text>x</mj-text></mj-column>'.repeat(20)
    const endless = { mjml: body(`<mj-section>${columns}</mj-section>`.repeat(5_000)) }
    const before = performance.now()
    // A text of 4 MB is handed over.
    await takesAtMost(MOST_MILLIS, () =>
      assert.rejects(inRenderProcess(1, endless, 'html', 2_000), TemplateError),
    )
    assert.ok(performance.now() - before >= 2_000, 'it ended by itself')
  })

  test('what waits for its turn on a busy machine is not ended', async () => {
    const one = '<mj-section><mj-column><mj-text>x</mj-text></mj-column></mj-section>'
    const done = inRenderProcess(1, { mjml: body(one) }, 'html', 2_000)
    await pause(1)
    const processes = () => execFileSync('pgrep', ['-P', String(process.pid)], { encoding: 'utf8' })
    const children = processes().trim().split('\n').map(Number)
    for (const pid of children) process.kill(pid, 'SIGSTOP')
    await pause(2_500)
    for (const pid of children) process.kill(pid, 'SIGCONT')
    assert.ok('html' in (await done))
  })
})

function refused(error: unknown): void {
  if (!(error instanceof TemplateError)) throw error
}
