import type { PageDescription } from '#kernel/descriptions/main'
import type { MenuSeed } from '#kernel/permissions/main'
import type { PluginManifest } from '#kernel/plugins/main'

/** Titles of permissions, menus and pages, and labels, that a plugin declares. */
export function manifestTexts({ permissions = {}, menus = [], pages = [] }: PluginManifest) {
  const titles = Object.values(permissions).map(({ title }) => title)
  return [...titles, ...menus.flatMap(ofMenu), ...pages.flatMap(ofPage)]
}

const ofMenu = ({ title, children = [] }: MenuSeed): string[] => [
  title,
  ...children.flatMap(ofMenu),
]

const ofPage = ({ title, fields }: PageDescription): string[] => [title, ...fields.flatMap(ofField)]

interface Labelled {
  label: string
  choices?: { label: string }[]
  fields?: Labelled[]
}

const ofField = ({ label, choices = [], fields = [] }: Labelled): string[] => [
  label,
  ...choices.map((choice) => choice.label),
  ...fields.flatMap(ofField),
]
