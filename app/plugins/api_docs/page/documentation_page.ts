import { pageHtml } from '#kernel/pages/main'

/** The page by itself; its addresses are relative, so that it works behind any prefix. */
export class DocumentationPage {
  constructor(private readonly uiPath: string) {}

  /** @param requested path of the request, with a slash at its end or without one */
  html(requested: string): string {
    const closed = requested.endsWith('/')
    const segments = this.uiPath.split('/').filter(Boolean)
    const upwards = '../'.repeat(segments.length - (closed ? 0 : 1))
    return documentationHtml(upwards || './', closed ? '' : `${segments.at(-1)}/`)
  }
}

function documentationHtml(service: string, assets: string): string {
  return pageHtml({
    title: 'Chancery API',
    styles: [`${assets}swagger-ui.css`, `${assets}page.css`],
    scripts: `<script src="${assets}swagger-ui-bundle.js" defer></script>
    <script src="${assets}page.js" defer></script>`,
    body: `    <nav>
      <a href="${service}v3/api-docs">OpenAPI (JSON)</a>
      <a href="${service}v3/api-docs.yaml">OpenAPI (YAML)</a>
      <a href="${service}v3/async-docs">AsyncAPI</a>
    </nav>
    <main id="api-docs" data-service="${service}"></main>
    <noscript>This page needs JavaScript; the description itself is at v3/api-docs.</noscript>`,
  })
}
