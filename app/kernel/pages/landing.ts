import { pageHtml } from './page_html.js'

export interface LandingLink {
  /** Relative, without a slash in front, so that it works behind any prefix. */
  href: string
  title: string
  /** What is found there, in one line. */
  description: string
}

const HEALTH: LandingLink = {
  href: 'actuator/health',
  title: 'Health',
  description: 'Whether the service can work',
}

/** Extension point: the links of the page at the address of the service. */
export class Landing {
  readonly #links: LandingLink[] = []

  /** Where people are led instead of this page, relative like the links; `null` for this page. */
  home: string | null = null

  /** Texts are the code’s own and written as they are. */
  add(link: LandingLink): void {
    this.#links.push(link)
  }

  get html(): string {
    const items = [...this.#links, HEALTH].map(
      ({ href, title, description }) =>
        `      <li><a href="${href}">${title}</a><br />${description}</li>`
    )
    return pageHtml({
      title: 'Chancery',
      styles: ['landing.css'],
      scripts: '',
      body: `    <main>
      <h1>Chancery</h1>
      <p>The service is running. From here:</p>
      <ul>
${items.join('\n')}
      </ul>
    </main>`,
    })
  }
}
