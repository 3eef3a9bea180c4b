/** Everything comes from this service, and nothing is written into the page itself. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The page by itself; its addresses are relative, so that it works behind any prefix. */
export class DocumentationPage {
  constructor(private readonly uiPath: string) {}

  /** @param requested path of the request, with a slash at its end or without one */
  html(requested: string): string {
    const closed = requested.endsWith('/')
    const segments = this.uiPath.split('/').filter(Boolean)
    const upwards = '../'.repeat(segments.length - (closed ? 0 : 1))
    return pageHtml(upwards || './', closed ? '' : `${segments.at(-1)}/`)
  }
}

function pageHtml(service: string, assets: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Chancery API</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="${assets}swagger-ui.css" />
    <link rel="stylesheet" href="${assets}page.css" />
    <script src="${assets}swagger-ui-bundle.js" defer></script>
    <script src="${assets}page.js" defer></script>
  </head>
  <body>
    <nav>
      <a href="${service}v3/api-docs">OpenAPI (JSON)</a>
      <a href="${service}v3/api-docs.yaml">OpenAPI (YAML)</a>
      <a href="${service}v3/async-docs">AsyncAPI</a>
    </nav>
    <main id="api-docs" data-service="${service}"></main>
    <noscript>This page needs JavaScript; the description itself is at v3/api-docs.</noscript>
  </body>
</html>
`
}
