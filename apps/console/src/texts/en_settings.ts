/** Texts of the pages of settings and dictionaries. */
export const settings = {
  'settings.title': 'Settings',
  'settings.setting': 'Setting',
  'settings.value': 'Value',
  'settings.default': 'Default',
  'settings.isDefault': 'Default',
  'settings.empty': 'Empty',
  'settings.yes': 'Yes',
  'settings.no': 'No',
  'settings.changed': 'Last change',
  'settings.open': 'Open {title}',
  'settings.reset': 'Back to the default',
  'settings.history': 'History',
  'settings.noHistory': 'Nobody has changed this setting yet',
  'settings.by': 'Who',
  'settings.byCommand': 'A command',
  'settings.at': 'When',
  'settings.before': 'Before',
  'settings.after': 'After',
  'settings.number': 'Give a whole number',

  'dictionaries.title': 'Dictionaries',
  'dictionary.code': 'Code',
  'dictionary.items': 'Items',
  'dictionary.item': 'Item {number}',
  'dictionary.languages': 'Languages',
  'dictionary.value': 'Value',
  'dictionary.label': 'Label ({language})',
  'dictionary.colour': 'Colour',
  'dictionary.colourHow': 'A name, or #rrggbb',
  'dictionary.up': 'Move item {number} up',
  'dictionary.remove': 'Remove item {number}',
  'dictionary.add': 'Add an item',
}

export type SettingsKey = keyof typeof settings

/** The service has the titles and descriptions of settings in English. */
export const titles: Readonly<Record<string, readonly [title: string, description: string]>> = {}

export const groups: Readonly<Record<string, string>> = {
  application: 'Application',
  identity: 'Login',
  files: 'Files',
  messaging: 'Messages',
  moderation: 'Moderation',
}
