/**
 * What the three formats share: the package's own parts, written by hand to the smallest form
 * that Word, LibreOffice and ONLYOFFICE open without a repair notice.
 */
export type Parts = Record<string, string>

export const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/main'

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

export const xml = (body: string): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${body.replace(/\n\s*/g, '')}`

/** `types` maps a part to its content type; the packaging standard wants this part first. */
export function contentTypes(types: Record<string, string>): string {
  const overrides = Object.entries(types)
    .map(([part, type]) => `<Override PartName="/${part}" ContentType="${type}"/>`)
    .join('')

  return xml(`<Types xmlns="${PACKAGE}/content-types">
    <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
    <Default Extension="xml" ContentType="application/xml"/>${overrides}</Types>`)
}

/** Relationships are numbered in order: the first is `rId1`. */
export function relationships(targets: [kind: string, target: string][]): string {
  const entries = targets
    .map(
      ([kind, target], index) =>
        `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`
    )
    .join('')

  return xml(`<Relationships xmlns="${PACKAGE}/relationships">${entries}</Relationships>`)
}
