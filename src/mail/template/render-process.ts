/**
 * The child process of renderer.ts: a result for each job, one at a time. Only this process loads
 * the renderers.
 */
import type { RenderAnswer, RenderJob, RenderResult } from './renderer.ts'

async function work({ mjml, html }: RenderJob): Promise<RenderResult> {
  if (mjml === undefined) {
    const { inline } = await inliner()
    return {
      html: inline(html ?? '', {
        keepStyleTags: true,
        keepLinkTags: true,
        loadRemoteStylesheets: false,
      }),
    }
  }
  const { default: mjml2html } = await import('mjml-browser')
  const { html: made, errors } = await mjml2html(mjml, {
    validationLevel: 'soft',
    keepComments: true,
  })
  if (errors.length === 0) return { html: made }
  return { problems: errors.map(({ line, tagName, message }) => ({ line, tag: tagName, message })) }
}

async function inliner() {
  try {
    return await import('@css-inline/css-inline')
  } catch (cause) {
    const message =
      "Styles can't be inlined on this machine, which the inliner does not support: save it " +
      'with --no-inline'
    throw new Error(message, { cause })
  }
}

process.on('message', async given => {
  const result = await work(given as RenderJob).catch((error: unknown): RenderResult => {
    const message = error instanceof Error ? error.message : String(error)
    return { problems: [{ line: 1, tag: '', message }] }
  })
  const megabytes = process.memoryUsage.rss() / 1e6
  process.send!({ result, megabytes } satisfies RenderAnswer)
})
