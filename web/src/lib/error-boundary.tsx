import { Component, type ReactNode } from 'react';

interface Props {
  /** A change of it renders the children again. */
  resetKey: string;
  /** @param retry renders the children again */
  fallback: (error: Error, retry: () => void) => ReactNode;
  children: ReactNode;
}

/** Shows the fallback in place of children that broke, until the address changes. */
export class ErrorBoundary extends Component<Props, { error: Error | null; key: string }> {
  override state = { error: null as Error | null, key: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps(props: Props, state: { key: string }) {
    return props.resetKey === state.key ? null : { error: null, key: props.resetKey };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error === null ? this.props.children : this.props.fallback(error, () => this.setState({ error: null }));
  }
}
