import { SearchButton } from './search-button.tsx';
import { ThemeMenu } from './theme-menu.tsx';

/** What stands beside the navigation for everybody: search and colors. */
export function HeaderTools() {
  return (
    <>
      <SearchButton />
      <ThemeMenu />
    </>
  );
}
