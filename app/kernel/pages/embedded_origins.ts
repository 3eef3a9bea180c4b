/** An origin such as `https://docs.example.com`, or `null` while there is none. */
type OriginSource = () => Promise<string | null>

/** Extension point: other servers whose scripts and frames the pages of this service show, such as an editor's. */
export class EmbeddedOrigins {
  readonly #sources: OriginSource[] = []

  /** @param source asked for each page, because settings change */
  add(source: OriginSource): void {
    this.#sources.push(source)
  }

  async all(): Promise<string[]> {
    const origins = await Promise.all(this.#sources.map((source) => source()))
    return [...new Set(origins.filter((origin) => origin !== null))]
  }
}
