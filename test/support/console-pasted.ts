/**
 * What programs put on the clipboard as text/html, cut short, and what is made of it: parts of an
 * email, written `[kind] html`.
 */
export interface Fragment {
  from: string
  html: string
  wanted: string[]
  pictures?: number
}

const docs = (inside: string) =>
  `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1">${inside}</b>` +
  '<br class="Apple-interchange-newline">'

const docsText = (text: string, style = 'font-weight:400;font-style:normal;') =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;${style}` +
  `text-decoration:none;white-space:pre-wrap;">${text}</span>`

const docsLine = (inside: string, tag = 'p') =>
  `<${tag} dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;">${inside}</${tag}>`

const word = (inside: string) =>
  '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator ' +
  'content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm} @page WordSection1 ' +
  '{size:612.0pt} --></style></head><body lang=SV><!--StartFragment-->' +
  `${inside}<!--EndFragment--></body></html>`

const wordItem = (marker: string, text: string, level = 1) =>
  `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'>` +
  "<![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'>" +
  `<span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>` +
  `&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`

const LONG = 'x'.repeat(200)

export const FRAGMENTS: Fragment[] = [
  {
    from: 'Google Docs: a paragraph is not bold, and italics stay',
    html: docs(
      docsLine(
        docsText('Sow ') +
          docsText('now', 'font-weight:700;font-style:normal;') +
          docsText(' and ') +
          docsText('soon', 'font-weight:400;font-style:italic;'),
      ),
    ),
    wanted: ['[text] <p>Sow <strong>now</strong> and <em>soon</em></p>'],
  },
  {
    from: 'Google Docs: headings and paragraphs',
    html: docs(
      docsLine(docsText('News'), 'h1') +
        docsLine(docsText('One.')) +
        '<br>' +
        docsLine(docsText('Part'), 'h2') +
        docsLine(docsText('Two.')),
    ),
    wanted: ['[heading 1] News', '[text] <p>One.</p>', '[heading 2] Part', '[text] <p>Two.</p>'],
  },
  {
    from: 'Google Docs: lists, one within the other',
    html: docs(
      '<ul style="margin-top:0"><li dir="ltr" style="list-style-type:disc" aria-level="1">' +
        `${docsLine(docsText('Peas'))}</li><ul><li aria-level="2">${docsLine(docsText('early'))}` +
        `</li></ul><li aria-level="1">${docsLine(docsText('Beans'))}</li></ul>`,
    ),
    wanted: [
      '[text] <ul><li><p>Peas</p><ul><li><p>early</p></li></ul></li><li><p>Beans</p></li></ul>',
    ],
  },
  {
    from: 'Google Docs: a link behind its redirect',
    html: docs(
      docsLine(
        '<a href="https://www.google.com/url?q=https://shop.example/a?b%3D1&amp;sa=D" ' +
          `style="text-decoration:none;">${docsText('the shop', 'text-decoration:underline;')}</a>`,
      ),
    ),
    wanted: ['[text] <p><a href="https://shop.example/a?b=1">the shop</a></p>'],
  },
  {
    from: 'Google Docs: a table',
    html: docs(
      '<div dir="ltr"><table style="border:none"><colgroup><col width="1"></colgroup><tbody>' +
        `<tr><td>${docsLine(docsText('Sort', 'font-weight:700;'))}</td>` +
        `<td>${docsLine(docsText('Price', 'font-weight:700;'))}</td></tr>` +
        `<tr><td>${docsLine(docsText('Peas'))}</td><td>${docsLine(docsText('29 kr'))}</td></tr>` +
        '</tbody></table></div>',
    ),
    wanted: ['[table] th Sort | th Price / td Peas | td 29 kr'],
  },
  {
    from: 'Google Sheets: cells with a quote of the sheet',
    html:
      '<google-sheets-html-origin><style type="text/css">td {border: 1px solid}</style><table ' +
      'cellspacing="0" dir="ltr"><tbody><tr><td data-sheets-value="{}">a</td><td>b</td></tr>' +
      '<tr><td>1</td><td style="font-weight:bold">2</td></tr></tbody></table>',
    wanted: ['[table] td a | td b / td 1 | td <strong>2</strong>'],
  },
  {
    from: 'Word: headings are headings',
    html: word(
      '<p class=MsoTitle>Brevet<o:p></o:p></p><h2><span lang=EN-US>Våren</span></h2>' +
        '<p class=MsoNormal>Hej <b>alla</b>!<o:p></o:p></p><p class=MsoNormal>&nbsp;</p>' +
        '<p class=MsoHeading3>Ärtor</p>',
    ),
    wanted: [
      '[heading 1] Brevet',
      '[heading 2] Våren',
      '[text] <p>Hej <strong>alla</strong>!</p>',
      '[heading 3] Ärtor',
    ],
  },
  {
    from: 'Word: bullets are a list',
    html: word(wordItem('·', 'Ärtor') + wordItem('o', 'tidiga', 2) + wordItem('·', 'Bönor')),
    wanted: [
      '[text] <ul><li><p>Ärtor</p><ul><li><p>tidiga</p></li></ul></li><li><p>Bönor</p></li></ul>',
    ],
  },
  {
    from: 'Word: numbers are a numbered list',
    html: word(`${wordItem('1.', 'Så')}${wordItem('2.', 'Vattna')}<p class=MsoNormal>Klart.</p>`),
    wanted: ['[text] <ol><li><p>Så</p></li><li><p>Vattna</p></li></ol><p>Klart.</p>'],
  },
  {
    from: 'Word: a table',
    html: word(
      '<table class=MsoTableGrid border=1 style="border-collapse:collapse"><tr><td width=302>' +
        '<p class=MsoNormal>Ort</p></td><td><p class=MsoNormal>Dag</p></td></tr><tr><td>' +
        '<p class=MsoNormal>Malmö</p><p class=MsoNormal>Lund</p></td><td><p class=MsoNormal>' +
        '3&nbsp;maj</p></td></tr></table>',
    ),
    wanted: ['[table] td Ort | td Dag / td Malmö<br>Lund | td 3\u00a0maj'],
  },
  {
    from: 'Word for the web: roles',
    html:
      '<div class="OutlineElement"><p role="heading" aria-level="2" class="Paragraph"><span ' +
      'class="TextRun">Rubrik</span><span class="EOP">&nbsp;</span></p></div><div><p ' +
      'class="Paragraph"><span class="TextRun" style="font-weight: bold">Fet</span> text</p></div>',
    wanted: ['[heading 2] Rubrik', '[text] <p><strong>Fet</strong> text</p>'],
  },
  {
    from: 'Outlook: a safe link and a signature picture',
    html: word(
      '<p class=MsoNormal>See <a href="https://eur01.safelinks.protection.outlook.com/?url=' +
        'https%3A%2F%2Fshop.example%2Fpeas&amp;data=05"><span style="color:blue;text-decoration:' +
        'underline">peas</span></a></p><p class=MsoNormal><img width=120 height=40 ' +
        'src="cid:image001.png@01DA"><o:p></o:p></p>',
    ),
    wanted: ['[text] <p>See <a href="https://shop.example/peas">peas</a></p>'],
    pictures: 1,
  },
  {
    from: 'a web page: its frame, scripts and hidden texts go',
    html:
      '<div style="display:none">preview text</div><nav><a href="/home">Home</a></nav>' +
      '<article><h2>Title</h2><p>One <script>alert(1)</script>line<br>and two</p>' +
      '<style>p{color:red}</style><iframe src="https://x.example"></iframe></article>' +
      '<button onclick="alert(1)">Buy</button>',
    wanted: ['[text] <p>Home</p>', '[heading 2] Title', '[text] <p>One line<br>and two</p>'],
  },
  {
    from: 'a web page: relative and script links are texts',
    html:
      '<p><a href="/a">a</a> <a href="javascript:alert(1)">b</a> <a href="mailto:a@x.example">c' +
      '</a> <a href="tel:+46">d</a> <a href="#x">e</a></p>',
    wanted: ['[text] <p>a b <a href="mailto:a@x.example">c</a> <a href="tel:+46">d</a> e</p>'],
  },
  {
    from: 'an email: tables for layout are paragraphs',
    html:
      '<table width="600" role="presentation"><tr><td><table><tr><td><p>Hello</p></td></tr>' +
      '</table></td><td><img src="https://x.example/a.png" alt="A"></td></tr><tr><td>' +
      '<img src="https://x.example/open" width="1" height="1">Bye</td></tr></table>',
    wanted: ['[text] <p>Hello</p><p>Bye</p>'],
    pictures: 1,
  },
  {
    from: 'blanks and breaks as a browser shows them',
    html: '<div>One\n   two&nbsp; <b> three </b>four</div><div><br></div><div>  five  </div>',
    wanted: ['[text] <p>One two <strong>three </strong>four</p><p>five</p>'],
  },
  {
    from: 'Apple Pages: styled spans, underlined and light',
    html:
      '<p class="p1"><span style="font-weight: 600">Semi</span> <span style="text-decoration: ' +
      'underline">under</span> <strong style="font-weight: 300">light</strong></p>',
    wanted: ['[text] <p><strong>Semi</strong> <u>under</u> light</p>'],
  },
  {
    from: 'LibreOffice: capitals, and items with two paragraphs',
    html:
      '<!DOCTYPE html><BODY><H3 CLASS="western">Rubrik</H3><OL><LI><P>ett</P><P>mer</P></LI>' +
      '<LI><P>två</P></LI></OL></BODY>',
    wanted: ['[heading 3] Rubrik', '[text] <ol><li><p>ett<br>mer</p></li><li><p>två</p></li></ol>'],
  },
  {
    from: 'tags of ours, and signs that HTML escapes',
    html: '<p>Hi {{ first_name }} &lt;b&gt; &amp; co</p>',
    wanted: ['[text] <p>Hi {{ first_name }} &lt;b&gt; &amp; co</p>'],
  },
  {
    from: 'an embedded picture of megabytes',
    html: `<p>Look: <img src="data:image/png;base64,${'iVBORw0KGgo'.repeat(1_900_000)}"></p>`,
    wanted: ['[text] <p>Look:</p>'],
    pictures: 1,
  },
  {
    from: 'ten thousand nested spans',
    html: `<p>${'<span>'.repeat(10_000)}deep${'</span>'.repeat(10_000)} ${LONG}</p>`,
    wanted: [`[text] <p>deep ${LONG}</p>`],
  },
]

/** As Google Docs copies it. */
export const PASTED =
  '<b style="font-weight:normal" id="docs-internal-guid-1"><p><span style="font-weight:400">Sow ' +
  'them </span><span style="font-style:italic">now</span></p><h2>Peas of the week</h2><table><tr>' +
  '<td>Early</td><td>29 kr</td></tr></table><p><img src="https://x.example/a.png"></p><p>Bye</p></b>'
