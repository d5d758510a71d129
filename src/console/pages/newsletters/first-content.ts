/** What a new newsletter begins with. */
import type { EmailDocument } from '../../api/email-blocks.ts'
import type { NewslettersTexts } from './newsletters-texts.ts'

export const firstBlocks = (texts: NewslettersTexts): EmailDocument => ({
  blocks: [
    { id: 'heading', type: 'heading', level: 1, html: texts.firstHeading },
    { id: 'text', type: 'text', html: `<p>${texts.firstText}</p>` },
    { id: 'button', type: 'button', text: texts.firstButton, href: 'https://' },
  ],
})

export const FIRST_MJML = `<mjml>
  <mj-body>
    <mj-section>
      <mj-column>
        <mj-text>{{ name | default: "" }}</mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>
`

export const FIRST_HTML = `<!doctype html>
<html>
<body>
  <p>{{ name | default: "" }}</p>
  <p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>
</body>
</html>
`
