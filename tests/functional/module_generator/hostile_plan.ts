import type { ModulePlan } from '../../../app/plugins/module_generator/main.js'

/** A plan that says all that a plan can say, and means no harm. */
export const harmless: ModulePlan = {
  version: 1,
  name: 'harm-less',
  title: 'Harmless',
  description: 'What does no harm',
  path: '/app/harmless-things',
  fields: [
    {
      name: 'title',
      type: 'string',
      label: 'Title',
      description: 'What it is called',
      required: true,
      unique: true,
      searchable: true,
      length: 80,
      column: 'its_title',
    },
    { name: 'kind', type: 'enum', values: ['good', 'better'], default: 'good', label: 'Kind' },
    { name: 'mood', type: 'enum', dictionary: 'moods', label: 'Mood' },
    { name: 'word', type: 'string', default: 'word', length: 200 },
    { name: 'about', type: 'text', label: 'About', description: 'At length' },
    { name: 'friend', type: 'belongsTo', target: 'friend', label: 'Friend' },
    { name: 'parent', type: 'tree', label: 'Parent' },
    {
      name: 'parts',
      type: 'hasMany',
      label: 'Parts',
      fields: [
        {
          name: 'name',
          type: 'string',
          label: 'Name',
          description: 'Of the part',
          default: 'part',
          column: 'its_name',
        },
        { name: 'size', type: 'enum', values: ['small', 'large'] },
        { name: 'finish', type: 'enum', dictionary: 'finishes' },
        { name: 'shade', type: 'string' },
      ],
    },
  ],
  ownership: 'scoped',
  unique: [['title', 'word']],
  menu: { title: 'Harmless things', icon: 'table', directory: 'Things' },
  permissions: { area: 'app' },
  samples: [{ title: 'One', word: 'two' }],
  table: { name: 'harmless_things' },
}
