import type { PageDescription } from '#kernel/descriptions/main'
import type { MenuSeed } from '#kernel/permissions/main'
import type { PluginManifest } from '#kernel/plugins/main'

/** What a plugin is, titles of permissions, menus, pages and parameters, and labels, as its manifest has them. */
export function manifestTexts(plugin: PluginManifest): string[] {
  const { description, permissions = {}, menus = [], pages = [], parameters = {} } = plugin
  const titles = Object.values(permissions).map(({ title }) => title)
  const settings = Object.values(parameters).flatMap((one) => [one.title, one.description])
  return [description, ...titles, ...settings, ...menus.flatMap(ofMenu), ...pages.flatMap(ofPage)]
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
