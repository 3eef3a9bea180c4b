export interface Page {
  title: string
  /** Addresses, relative, so that the page works behind any prefix. */
  styles: readonly string[]
  /** `<script>` elements. */
  scripts: string
  body: string
}

/** The page by itself; nothing in it is escaped. */
export function pageHtml({ title, styles, scripts, body }: Page): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <link rel="icon" href="data:," />
    ${styles.map((href) => `<link rel="stylesheet" href="${href}" />`).join('\n    ')}
    ${scripts}
  </head>
  <body>
${body}
  </body>
</html>
`
}
