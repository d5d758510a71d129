/** The newsletter of the sample: shows tags, links and a layout for small and large screens. */

export const SAMPLE_SUBJECT = '{{ name | default: "Good morning" }}, the ovens are warm again'
export const SAMPLE_PREHEADER =
  'Three new loaves, a recipe to keep, and a table for {{ DD1 | default: "you" }}.'

const CRUST = '#8a4b1f'
const DARK = '#3b2a1e'

const card = (color: string, title: string, text: string, link: string): string => `
          <td class="card" width="33%" valign="top" style="padding:8px;">
            <table role="presentation" width="100%" cellpadding="0" cellspacing="0" \
style="background:#ffffff;border-radius:10px;">
              <tr><td height="76" style="background:${color};border-radius:10px 10px 0 \
0;font-size:0;line-height:0;">&nbsp;</td></tr>
              <tr><td style="padding:14px 16px 18px;">
                <h3 style="margin:0 0 6px;font:bold 17px Georgia,serif;color:${DARK};">${title}</h3>
                <p style="margin:0 0 10px;font:14px/21px \
Helvetica,Arial,sans-serif;color:#5d4a3c;">${text}</p>
                <a href="${link}" style="font:bold 14px \
Helvetica,Arial,sans-serif;color:${CRUST};">See how it is made</a>
              </td></tr>
            </table>
          </td>`

export const SAMPLE_HTML = `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light">
  <title>The Corner Bakery</title>
  <style>
    @media (max-width: 600px) {
      .card { display: block !important; width: auto !important; }
      .wide { padding-left: 20px !important; padding-right: 20px !important; }
      h1 { font-size: 27px !important; line-height: 34px !important; }
    }
  </style>
</head>
<body style="margin:0;padding:0;background:#f5ede3;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f5ede3;">
  <tr><td align="center" style="padding:24px 12px;">
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" \
style="max-width:640px;">
      <tr><td class="wide" style="padding:0 32px 14px;font:14px \
Helvetica,Arial,sans-serif;color:#7a6554;">
        The Corner Bakery &middot; news from the ovens
      </td></tr>
      <tr><td class="wide" style="background:${CRUST};border-radius:14px 14px 0 0;padding:44px \
32px 40px;">
        <h1 style="margin:0 0 12px;font:bold 34px/42px Georgia,serif;color:#fff6ea;">Good \
morning, {{ name | default: "friend of bread" }}!</h1>
        <p style="margin:0 0 26px;font:17px/26px Helvetica,Arial,sans-serif;color:#ffe8cf;">The \
summer is over, the new oven is in, and the first trays
        come out at six. You have been with us since {{ DD3 | default: "the first day" }}: the \
first cup of coffee is ours.</p>
        <a href="https://www.example.com/table?town={{ DD1 | url_encode }}" \
style="display:inline-block;background:#ffd9a0;color:${DARK};font:bold 16px \
Helvetica,Arial,sans-serif;padding:14px 26px;border-radius:26px;text-decoration:none;">Keep a \
table for me</a>
      </td></tr>
      <tr><td style="background:#fbf6ef;padding:20px 16px 8px;">
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${card(
          '#c98b4b',
          'Rye with caraway',
          'Dark, dense, and better on the second day.',
          'https://www.example.com/bread/rye',
        )}${card(
          '#e2b96f',
          'Cr&egrave;me br&ucirc;l&eacute;e buns',
          'Seventeen minutes from the oven to the last one.',
          'https://www.example.com/bread/buns',
        )}${card('#9c7b58', 'Walnut levain', 'Thirty hours of patience in every loaf.', 'https://www.example.com/bread/levain')}
        </tr></table>
      </td></tr>
      <tr><td class="wide" style="background:#fbf6ef;padding:16px 32px 30px;">
        <h2 style="margin:0 0 8px;font:bold 22px Georgia,serif;color:${DARK};">Made for you</h2>
        <p style="margin:0 0 14px;font:16px/25px Helvetica,Arial,sans-serif;color:#5d4a3c;">You \
like <b>{{ DD2 | default: "fresh bread" }}</b>, says our
        notebook. On Saturday there is a whole tray of it, \
and somebody in {{ DD1 | default: "your town" }} should tell us whether it is as good as at \
home.</p>
        <p style="margin:0;font:16px/25px Helvetica,Arial,sans-serif;color:#5d4a3c;">For the \
weekend: our <a href="https://www.example.com/recipes/soda-bread?from=email" \
style="color:${CRUST};">soda
        bread in forty minutes</a>, without yeast and without excuses.</p>
      </td></tr>
      <tr><td class="wide" style="background:${DARK};border-radius:0 0 14px 14px;padding:22px \
32px;font:13px/21px Helvetica,Arial,sans-serif;color:#d9c8b6;">
        You get this at {{ email }} because you are one of the thousand made-up customers of a \
made-up bakery.<br>
        <a href="{{ unsubscribe_url }}" style="color:#ffd9a0;">Unsubscribe</a> &middot; \
<a href="https://www.example.com/" style="color:#ffd9a0;">www.example.com</a>
      </td></tr>
    </table>
  </td></tr>
</table>
</body>
</html>
`
