/** The operator's name and look, on every page for people. */
export interface Brand {
  name: string;
  /** `#rrggbb`, in lower case. */
  color: string;
  /** Null: the mark of this project. */
  logoUrl: string | null;
}

/** Where the mark is served, with the dashboard. */
export const ICON_PATH = '/brand/icon.svg';
