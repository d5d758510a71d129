/** What roles of members are called, in English. */
export const roles = {
  viewer: 'Viewer',
  writer: 'Writer',
  editor: 'Editor',
  owner: 'Owner',
} as Record<string, string>

export type Roles = typeof roles
