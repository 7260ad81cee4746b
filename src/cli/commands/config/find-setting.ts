// A setting by the name a person typed.
import { type Setting, settingTable } from '../../settings.ts';
import { UsageError } from '../../usage-error.ts';

/** Raises UsageError for a name that is none. */
export function findSetting(name: string): Setting {
  const setting = settingTable.find((one) => one.name === name);
  if (!setting) throw new UsageError(`There is no setting "${name}". There are: ${settingTable.map((one) => one.name).join(', ')}`);
  return setting;
}
