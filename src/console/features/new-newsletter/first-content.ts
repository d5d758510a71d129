/** The first content of a newsletter without a design. */
import type { EmailDocument } from '../../api/email-blocks.ts'

export const BLANK: EmailDocument = { blocks: [] }

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
