declare module 'mjml-browser' {
  interface Problem {
    line: number
    tagName: string
    message: string
  }
  type Mjml2Html = (
    mjml: string,
    options: { validationLevel: 'soft'; keepComments: boolean },
  ) => Promise<{ html: string; errors: Problem[] }>
  const mjml2html: Mjml2Html
  export default mjml2html
}
