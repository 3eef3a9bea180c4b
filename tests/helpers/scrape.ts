/** What a service shows of itself: each series as it is written, such as `up{what="x"}`, with its number. */
export class Scrape {
  private constructor(
    readonly text: string,
    readonly type: string | null,
    private readonly series: ReadonlyMap<string, number>
  ) {}

  static async of(port: number): Promise<Scrape> {
    const response = await fetch(`http://127.0.0.1:${port}/metrics`)
    const text = await response.text()
    if (!response.ok) throw new Error(`${response.status}: ${text}`)
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    const series = lines.map((line) => {
      const end = line.lastIndexOf(' ')
      return [line.slice(0, end), Number(line.slice(end + 1))] as const
    })
    return new Scrape(text, response.headers.get('content-type'), new Map(series))
  }

  number(series: string): number | undefined {
    return this.series.get(series)
  }

  /** All series that begin with it. */
  seriesOf(start: string): string[] {
    return [...this.series.keys()].filter((series) => series.startsWith(start))
  }

  /** The names of all, as queries know them. */
  get names(): Set<string> {
    return new Set([...this.series.keys()].map((series) => series.split('{')[0]!))
  }
}
