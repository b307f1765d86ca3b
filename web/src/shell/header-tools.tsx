import { SearchButton } from './search-button.tsx';
import { ThemeMenu } from './theme-menu.tsx';

/** The tools beside the navigation: search and colors. */
export function HeaderTools() {
  return (
    <>
      <SearchButton />
      <ThemeMenu />
    </>
  );
}
