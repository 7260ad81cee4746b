// Finds a setting by the name that the user typed.
import { suggest } from '../../words/nearest.ts';
import { UsageError } from '../../words/usage-error.ts';
import { findSetting, type UserSetting, userSettings } from './settings.ts';

/** Raises UsageError for an unknown name. */
export function getSetting(name: string): UserSetting {
  const setting = findSetting(name);
  if (setting) return setting;
  const names = userSettings.map((one) => one.name);
  throw new UsageError(`There is no setting "${name}"${suggest(name, names) || `. The settings are: ${names.join(', ')}`}`);
}
